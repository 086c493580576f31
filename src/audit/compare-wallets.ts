/** Wallets and their histories as they are shown, against the audit's own sums. */
import type { StoredDocument } from '../documents/port.ts';
import { BATCH, EMPTY, NAMES, added, listed } from './compare-report.ts';
import type { Reads, Report, Tally } from './compare-report.ts';
import { textOf } from './numbers.ts';
import type { Entry } from './rebuilt.ts';
import type { RulesCheck } from './rules-check.ts';

/** Every wallet: its figures, and the sums of its history as it is stored. And wallets that no event gave. */
export async function compareWallets(
  rules: RulesCheck,
  report: Report,
  documents: Reads,
  position: bigint,
): Promise<void> {
  for (const [stream, { book, accounts }] of rules.books()) {
    const wallets = [...book.wallets.values()];
    for (let from = 0; from < wallets.length; from += BATCH) {
      const batch = wallets.slice(from, from + BATCH);
      const ids = batch.map(({ id }) => id);
      const found = new Map((await documents.getMany(NAMES.wallets, ids)).map((each) => [each.id, each]));
      for (const { id, asset, status } of batch) {
        report.counts.wallets += 1;
        const text = (amount = 0n): string => textOf(amount, accounts.decimals(asset));
        const [available, pending] = [accounts.sum(id), accounts.sum(id, 'pending')];
        const figures = {
          status,
          available: text(available?.amount),
          pending: text(pending?.amount),
          cashable: text(available?.cashable),
        };
        compareWallet(report, { stream, id, figures, document: found.get(id), position });
        await compareHistory(report, documents, { stream, id, position, text });
      }
    }
    await report.searchForMoreWallets(stream, (id) => book.wallets.has(id));
  }
}

type WalletFigures = {
  readonly status: string;
  readonly available: string;
  readonly pending: string;
  readonly cashable: string;
};

function compareWallet(
  report: Report,
  given: {
    readonly stream: string;
    readonly id: string;
    readonly figures: WalletFigures;
    readonly document: StoredDocument | undefined;
    readonly position: bigint;
  },
): void {
  const { stream, id, figures, document, position } = given;
  if (document !== undefined && document.position > position) {
    report.moved();
    return;
  }
  const stored = document === undefined ? undefined : figuresIn(document);
  const rebuilt = JSON.stringify(figures);
  if (document?.scope !== stream || stored !== rebuilt)
    report.differ({
      collection: 'wallets',
      stream,
      id,
      what: document ? 'balance or status' : 'missing',
      rebuilt,
      stored: stored ?? null,
    });
}

function figuresIn({ body }: StoredDocument): string {
  // The projection of wallets writes these bodies.
  const { status, balance } = JSON.parse(body) as { status: string; balance: Omit<WalletFigures, 'status'> };
  const { available, pending, cashable } = balance;
  return JSON.stringify({ status, available, pending, cashable });
}

/** The entries that are stored, added up anew: as many as there must be, coming to the same by bucket. */
async function compareHistory(
  report: Report,
  documents: Reads,
  {
    stream,
    id,
    position,
    text,
  }: {
    readonly stream: string;
    readonly id: string;
    readonly position: bigint;
    readonly text: (amount: bigint) => string;
  },
): Promise<void> {
  let stored = EMPTY;
  for await (const document of listed(documents, NAMES.wallet_history, stream, [`wallet:${id}`])) {
    if (document.position > position) continue;
    // The projection of histories writes these bodies.
    stored = added(stored, JSON.parse(document.body) as Entry);
  }
  const rebuilt = report.tally(id);
  const shown = ({ entries, sums }: Tally): string =>
    JSON.stringify({
      entries,
      available: text(sums.available),
      pending: text(sums.pending),
      cashable: text(sums.cashable),
    });
  if (shown(stored) !== shown(rebuilt))
    report.differ({
      collection: 'wallet_history',
      stream,
      id,
      what: 'sums of entries',
      rebuilt: shown(rebuilt),
      stored: shown(stored),
    });
}
