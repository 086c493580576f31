/** What the hosted pages need to serve a request. */
import type { IncomingMessage } from 'node:http';
import type { Services } from '../api/operations/services.ts';
import type { ChosenLanguage } from './languages/language.ts';
import type { Terms } from './onboarding/terms-text.ts';

export type HostedOptions = { readonly terms: Terms };

/** One request for a page. */
export type PageRequest = HostedOptions &
  ChosenLanguage & {
    readonly services: Pick<
      Services,
      | 'writers'
      | 'documents'
      | 'eventStore'
      | 'barrier'
      | 'vault'
      | 'settings'
      | 'clock'
      | 'approvalLinks'
      | 'screening'
    >;
    readonly req: IncomingMessage;
    readonly requestId: string;
  };
