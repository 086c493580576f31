/** The stores of a service, with what they do counted, and what befalls them told to its log and its watch. */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Figures } from '../observing/figures.ts';
import { DOCUMENT_CALLS, EVENT_STORE_CALLS, observedStore } from '../observing/observed.ts';
import { openStores } from '../stores.ts';
import type { Stores } from '../stores.ts';
import { recordSpan } from '../tracing.ts';
import type { Watch } from '../watch.ts';
import type { Progress } from './progress.ts';

type Told = {
  readonly config: Config;
  readonly masterKey: Uint8Array;
  readonly log: Logger;
  readonly figures: Figures;
  readonly watch: Pick<Watch, 'failed'>;
  readonly progress: Pick<Progress, 'report'>;
};

/** Servers that are away are no fault here: calls to them are, until they are back. */
export async function openObservedStores(told: Told): Promise<Stores> {
  const { config, masterKey, log, figures, watch, progress } = told;
  const opened = await openStores(config, masterKey, {
    onProgress: progress.report,
    onPage: (page) => {
      figures.page(page);
      recordSpan('projector.page', { 'ledger.events': page.events }, performance.now() - page.ms);
    },
    onProjectorFault: (fault) => log.error(fault, 'a projection is held up'),
    onFault: (fault) => watch.failed(fault),
  });
  return {
    ...opened,
    eventStore: observedStore(figures, opened.eventStore, 'events', EVENT_STORE_CALLS),
    documents: observedStore(figures, opened.documents, 'documents', DOCUMENT_CALLS),
  };
}
