/** Finds the emailpay payment of a link, with what its page shows. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { assertCurrent } from '../../api/operations/read.ts';
import { findFinishedTransfer } from '../../api/resources/transfer-command.ts';
import { ReadModelBehind } from '../../http/errors.ts';
import type { BookUser } from '../../ledger/book.ts';
import { isOnrampExpired } from '../../ledger/onramp.ts';
import type { PersonalFields } from '../../ledger/present.ts';
import { isClosed } from '../../ledger/sandbox.ts';
import { personalFieldsContext } from '../../ledger/sealing-context.ts';
import type { Transfer } from '../../ledger/transfer.ts';
import { delay, monotonicTime } from '../../system/runtime.ts';
import { BookNotOpen } from '../../writer/command.ts';
import { findBookStream, isSandboxStream, type PageRequest } from '../page-request.ts';

export type PaymentTarget = { readonly transfer_id: string; readonly token: string };

export type Payment = PaymentTarget & {
  readonly stream: string;
  readonly isSandbox: boolean;
  readonly transfer: Pick<
    Transfer,
    'amount' | 'source' | 'destination' | 'state' | 'state_reason' | 'deposit_instructions'
  >;
  /** The name of the payee that the payer may see, if it is known. */
  readonly payee: string | undefined;
  readonly isOpen: boolean;
};

/** Undefined if the service did not issue the link. Throws ReadsBehind, and BookNotOpen if the sandbox was reset. */
export async function findPayment(
  request: PageRequest,
  { transfer_id, token }: PaymentTarget,
): Promise<Payment | undefined> {
  const { writers, approvalLinks } = request.services;
  if (!approvalLinks.verify(transfer_id, token)) return undefined;
  const stream = await streamOf(request, transfer_id);
  if (stream === undefined) return undefined;
  let open: { transfer: Transfer; payee: BookUser | undefined; isOpen: boolean } | undefined;
  // A dry run includes every event, also those that other nodes have just written.
  await writers.dryRun(stream, (book, { now }) => {
    if (isClosed(book)) throw new BookNotOpen(`${stream} was closed`);
    const transfer = book.transfers.get(transfer_id);
    open = transfer && {
      transfer,
      payee: book.users.get(transfer.destination.user_id ?? ''),
      isOpen: transfer.state === 'awaiting_funds' && !isOnrampExpired(transfer, now),
    };
    return { events: [] };
  });
  const transfer = open?.transfer ?? (await readFinished(request, stream, transfer_id));
  const payee =
    open?.payee ?? (await writers.read(stream, (book) => book.users.get(transfer.destination.user_id ?? '')));
  return {
    transfer_id,
    token,
    stream,
    transfer,
    isSandbox: isSandboxStream(stream),
    isOpen: open?.isOpen ?? false,
    payee: await payeeName(request, stream, payee),
  };
}

const FIND_TIMEOUT_MS = 2_000;
const FIND_EVERY_MS = 25;

/** The link is valid, so the transfer exists. Waits for its document if it has not been projected yet. Throws ReadsBehind. */
async function streamOf({ services }: PageRequest, transferId: string): Promise<string | undefined> {
  const { documents } = services;
  const deadline = monotonicTime() + FIND_TIMEOUT_MS;
  for (;;) {
    const stream = await findBookStream(documents, COLLECTIONS.transfers, 'trf', transferId);
    if (stream === undefined) await assertCurrent(services, COLLECTIONS.transfers);
    if (stream !== undefined || monotonicTime() > deadline) return stream;
    await delay(FIND_EVERY_MS);
  }
}

/** A finished transfer is no longer in the book, only in the documents. */
async function readFinished(
  { services }: PageRequest,
  stream: string,
  id: string,
): Promise<Payment['transfer']> {
  const found = await findFinishedTransfer({ services, stream }, id);
  if (found === undefined) throw new ReadModelBehind('the document of a transfer is missing');
  return found;
}

/** A business by its name, a person by first name and initial: enough for the payer to recognize the payee. */
async function payeeName(
  { services }: PageRequest,
  stream: string,
  payee: BookUser | undefined,
): Promise<string | undefined> {
  const sealed = payee?.sealed ?? null;
  const key = sealed === null ? undefined : await services.vault.keyFor(sealed);
  if (key === undefined || sealed === null || payee === undefined) return undefined;
  // The personal fields of a user are sealed in this shape.
  const personal = key.open(sealed, personalFieldsContext(stream, payee.user.id));
  const { business_name, first_name, last_name } = JSON.parse(personal) as PersonalFields;
  if (business_name !== null) return business_name;
  const initial = /^./u.exec(last_name ?? '')?.[0];
  const parts = [first_name, initial === undefined ? null : `${initial}.`];
  const name = parts.filter((part) => part !== null).join(' ');
  return name === '' ? undefined : name;
}
