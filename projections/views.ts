/** Converts stored documents back into ledger objects, so that the next event can be folded into them. */
import type { BookEvent } from '../src/ledger/event.ts';
import type { LateMovementEvent } from '../src/ledger/late-movement.ts';
import {
  NO_PERSONAL_FIELDS,
  presentLateMovement,
  presentTransfer,
  presentUser,
  type PersonalFields,
} from '../src/ledger/present.ts';
import { evolveTransfer, type Transfer, type TransferEvent } from '../src/ledger/transfer.ts';
import { evolveUser, type User, type UserEvent } from '../src/ledger/user.ts';
import type { RecordedEvent } from '../src/read-models/projection.ts';

export type Recorded<T extends BookEvent['type']> = RecordedEvent<Extract<BookEvent, { type: T }>>;

export type UserView = ReturnType<typeof presentUser>;
export type LateMovementView = ReturnType<typeof presentLateMovement>;
/** A late movement follows a final transfer, which then changes no more. */
export type TransferView = ReturnType<typeof presentTransfer> & { readonly late_movement?: LateMovementView };

/** The user after an event. Personal fields come from the event if it seals any, otherwise from the previous document. */
export function nextUserView(
  before: UserView | undefined,
  event: UserEvent & { personal: unknown },
): UserView {
  const { user, personal } =
    before === undefined ? { user: undefined, personal: NO_PERSONAL_FIELDS } : splitPersonal(before);
  const resealed =
    event.type === 'user.created' ||
    event.type === 'user.forgotten' ||
    (event.type === 'user.updated' && event.data.sealed !== undefined);
  // The unsealed text is an object of this shape, or null if the person was forgotten.
  const now = resealed ? ((event.personal as PersonalFields | null) ?? NO_PERSONAL_FIELDS) : personal;
  return presentUser(evolveUser(user, event), now);
}

function splitPersonal(view: UserView): { user: User; personal: PersonalFields } {
  const { object: _, email, phone, ...rest } = view;
  const names = { ...NO_PERSONAL_FIELDS, ...rest };
  const { email: _e, phone: _p, first_name, last_name, business_name, ...user } = names;
  return { user, personal: { email, phone, first_name, last_name, business_name } };
}

/** The transfer after an event. */
export function nextTransferView(before: TransferView | undefined, event: TransferEvent): TransferView {
  // A document has null where the ledger's transfer has no value. Presenting it again gives the same document.
  return presentTransfer(evolveTransfer(before as Transfer | undefined, event));
}

/** The transfer after its money came back late. It stays completed. */
export const withLateMovement = (before: TransferView, event: LateMovementEvent): TransferView => ({
  ...before,
  late_movement: presentLateMovement(event),
  version: before.version + 1,
  updated_at: event.time,
});
