/** The references of lines. Most are sealed in the event, and are opened once for each line that is not settled. */
import { statementLineContext } from '../../ledger/sealing-context.ts';
import type { MonthlySeal } from '../../vault/monthly-seal.ts';
import type { BankLine } from '../state/rail-account.ts';
import type { ReconciliationState } from '../state/state.ts';
import type { PaymentText } from '../statements/statement.ts';
import type { ReferencesOf } from './items.ts';

export type LineReferences = {
  /** Opens what is sealed. Throws StoreUnavailable. */
  open(state: ReconciliationState): Promise<void>;
  /** Whether the texts of all lines that are not settled are open. */
  isComplete(state: ReconciliationState): boolean;
  readonly of: ReferencesOf;
};

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_./-]{4,}/gu;
const WORDS_MAX = 20;
/** For lines without a reference of the bank. */
const NO_REFERENCE = 'none:';

export function createLineReferences(stream: string, seal: Pick<MonthlySeal, 'open'>): LineReferences {
  const opened = new Map<string, readonly string[]>();

  const unopened = ({ accounts }: ReconciliationState): BankLine[] =>
    [...accounts.values()].flatMap(({ lines }) =>
      [...lines.values()].filter(
        ({ id, sealed, settled }) => sealed !== null && settled === undefined && !opened.has(id),
      ),
    );

  return {
    async open(state) {
      for (const { id, sealed } of unopened(state)) {
        const text = sealed === null ? null : await seal.open(sealed, statementLineContext(stream, id));
        opened.set(id, text === null ? [] : referencesIn(text));
      }
    },
    isComplete: (state) => unopened(state).length === 0,
    of: ({ id, bankReference }) => [
      ...(bankReference.startsWith(NO_REFERENCE) ? [] : [bankReference]),
      ...(opened.get(id) ?? []),
    ],
  };
}

function referencesIn(sealed: string): readonly string[] {
  // This service sealed it.
  const { text, references } = JSON.parse(sealed) as PaymentText;
  return [...references, ...(text?.match(WORD) ?? []).slice(0, WORDS_MAX)];
}
