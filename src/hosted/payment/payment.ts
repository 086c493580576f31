/** A payment by emailpay as its page shows it, and how it is found by its link. */
import { setTimeout as delay } from 'node:timers/promises';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { findFinishedTransfer } from '../../api/resources/transfers/transfer-command.ts';
import { assertCurrent } from '../../api/operations/read.ts';
import type { BookUser } from '../../ledger/book.ts';
import { isOnrampExpired } from '../../ledger/deposits/onramp-commands.ts';
import type { PersonalFields } from '../../ledger/present.ts';
import type { Transfer } from '../../ledger/transfers/transfer.ts';
import { findBookStream, isSandboxStream } from '../find-book.ts';
import type { PageRequest } from '../page-request.ts';

/** What a link says. */
export type PaymentTarget = { readonly transfer_id: string; readonly token: string };

/** A payment as its page shows it. */
export type Payment = PaymentTarget & {
  readonly stream: string;
  readonly isSandbox: boolean;
  readonly transfer: Pick<Transfer, 'amount' | 'source' | 'state' | 'state_reason' | 'deposit_instructions'>;
  /** Who is paid, as far as a payer may know and we do. */
  readonly payee: string | undefined;
  readonly isOpen: boolean;
};

/** Undefined where the link is not ours. Throws ReadsBehind. */
export async function findPayment(
  visit: PageRequest,
  { transfer_id, token }: PaymentTarget,
): Promise<Payment | undefined> {
  const { writers, approvalLinks } = visit.services;
  if (!approvalLinks.verify(transfer_id, token)) return undefined;
  const stream = await streamOf(visit, transfer_id);
  if (stream === undefined) return undefined;
  let open: { transfer: Transfer; payee: BookUser | undefined; isOpen: boolean } | undefined;
  // Looked up like a decision, so that it rests on all that was written, by other nodes too.
  await writers.dryRun(stream, (book, { now }) => {
    const transfer = book.transfers.get(transfer_id);
    open = transfer && {
      transfer,
      payee: book.users.get(transfer.destination.user_id ?? ''),
      isOpen: transfer.state === 'awaiting_funds' && !isOnrampExpired(transfer, now),
    };
    return { events: [] };
  });
  const transfer = open?.transfer ?? (await settled(visit, stream, transfer_id));
  return {
    transfer_id,
    token,
    stream,
    transfer,
    isSandbox: isSandboxStream(stream),
    isOpen: open?.isOpen ?? false,
    payee: await nameOf(visit, open?.payee),
  };
}

const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 25;

/** The book of a transfer whose link is ours: it exists, so its document is there or on its way. Throws ReadsBehind. */
async function streamOf({ services }: PageRequest, transferId: string): Promise<string | undefined> {
  const { documents } = services;
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const stream = await findBookStream(documents, COLLECTIONS.transfers, 'trf', transferId);
    if (stream === undefined) await assertCurrent(services, COLLECTIONS.transfers);
    if (stream !== undefined || performance.now() > deadline) return stream;
    await delay(LOOK_EVERY_MS);
  }
}

/** A transfer that is over is in the documents alone, once they have come as far as the book. */
async function settled({ services }: PageRequest, stream: string, id: string): Promise<Payment['transfer']> {
  const found = await findFinishedTransfer({ services, stream }, id);
  if (found === undefined) throw new Error(`the transfer ${id} is in no store`);
  return found;
}

/** A business by its name, a person by the first name and an initial: enough to know whom one pays. */
async function nameOf({ services }: PageRequest, payee: BookUser | undefined): Promise<string | undefined> {
  const sealed = payee?.sealed ?? null;
  const key = sealed === null ? undefined : await services.vault.keyFor(sealed);
  if (key === undefined || sealed === null) return undefined;
  // What is sealed of a user is a Personal.
  const { business_name, first_name, last_name } = JSON.parse(key.open(sealed)) as PersonalFields;
  if (business_name !== null) return business_name;
  const initial = /^./u.exec(last_name ?? '')?.[0];
  const parts = [first_name, initial === undefined ? null : `${initial}.`];
  const name = parts.filter((part) => part !== null).join(' ');
  return name === '' ? undefined : name;
}
