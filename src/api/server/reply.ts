/** The result of a request, before it is sent. */
import type { Answer } from '../../writer/command.ts';
import type { Problem } from './errors.ts';

/** An answer with its exact body, or a problem. `replayed` marks the stored answer of an earlier request. */
export type Reply = (Answer & { readonly replayed?: boolean }) | Problem;
