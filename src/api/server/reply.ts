/** The result of a request, before it is sent. */
import type { Freshness } from '../../read-models/freshness.ts';
import type { Answer } from '../../writer/command.ts';
import type { Problem } from './errors.ts';

/**
 * An answer with its exact body, or a problem. `replayed` marks the stored answer of an earlier request, and `freshness` an
 * answer from documents that may be behind.
 */
export type Reply =
  (Answer & { readonly replayed?: boolean; readonly freshness?: Freshness | undefined }) | Problem;
