/** What the hosted pages need to serve a request. */
import type { IncomingMessage } from 'node:http';
import { integratorOf } from '../ledger/book-name.ts';
import type { Brand } from '../platform/brand.ts';
import type { Services } from '../api/operations/services.ts';
import type { ChosenLanguage } from './languages/language.ts';
import type { Terms } from './onboarding/terms-text.ts';

export type HostedOptions = {
  readonly terms: Terms;
  /** The brand of an integrator that has one. */
  readonly brandOf: (integratorId: string) => Brand | undefined;
};

/** The brand of the integrator whose book this is. */
export const brandOfBook = ({ brandOf }: HostedOptions, stream: string): Brand | undefined =>
  brandOf(integratorOf(stream) ?? '');

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
