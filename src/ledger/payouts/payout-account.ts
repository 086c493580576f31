/** A payout account. Details that could redirect money stay sealed; only masked details are readable. */
import type { EventData, RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { PayoutAccountId } from '../ids.ts';

export type NameCheck = EventData<'payout_account.name_checked'>['name_check'];

type Opened = EventData<'payout_account.opened'>;

export type PayoutAccount = Pick<
  Opened,
  'user_id' | 'type' | 'currency' | 'country' | 'rail' | 'bank' | 'emailpay' | 'metadata'
> & {
  readonly id: PayoutAccountId;
  readonly status: 'active' | 'deleted';
  readonly name_check: NameCheck;
  readonly version: number;
  readonly created_at: string;
};

/** A payout account with the sealed name of its owner and the sealed details for the rail. */
export type BookPayoutAccount = {
  readonly account: PayoutAccount;
  readonly sealed: string;
  /** Kept after deletion, because a submitted payout still finishes. */
  readonly sealed_details: string;
  /** Codes of the matches of the owner's name on sanctions lists, and whether an operator cleared all of them. */
  readonly screening?: { readonly matches: readonly string[]; readonly isCleared: boolean };
};

export type PayoutAccountEvent = RecordedBookEvent<
  'payout_account.opened' | 'payout_account.name_checked' | 'payout_account.deleted'
>;

/** Applies an event to a payout account. The order of the fields is the order in responses. */
export function evolvePayoutAccount(
  before: PayoutAccount | undefined,
  event: PayoutAccountEvent,
): PayoutAccount {
  if (event.type === 'payout_account.opened') {
    if (before !== undefined)
      throw new LedgerViolation(
        'object_exists',
        `Payout account ${event.data.payout_account_id} already exists.`,
      );
    return openedPayoutAccount(event);
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: payout account ${event.data.payout_account_id} does not exist.`,
    );
  if (before.status === 'deleted')
    throw new LedgerViolation(
      'payout_account_deleted',
      `${event.type}: payout account ${before.id} is deleted.`,
    );
  const version = before.version + 1;
  return event.type === 'payout_account.deleted'
    ? { ...before, status: 'deleted', version }
    : { ...before, name_check: event.data.name_check, version };
}

/** Applies an event to a payout account and its sealed details. */
export function evolveBookPayoutAccount(
  before: BookPayoutAccount | undefined,
  event: PayoutAccountEvent,
): BookPayoutAccount {
  const account = evolvePayoutAccount(before?.account, event);
  if (event.type === 'payout_account.opened') {
    const { sealed, sealed_details } = event.data;
    return { account, sealed, sealed_details };
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: payout account ${event.data.payout_account_id} does not exist.`,
    );
  return { ...before, account };
}

function openedPayoutAccount({ data, time }: RecordedBookEvent<'payout_account.opened'>): PayoutAccount {
  const { payout_account_id: id, user_id, type, currency, country, rail, bank, emailpay, metadata } = data;
  return {
    id,
    user_id,
    type,
    currency,
    country,
    rail,
    ...(bank === undefined ? {} : { bank }),
    ...(emailpay === undefined ? {} : { emailpay }),
    status: 'active',
    name_check: 'not_supported',
    metadata,
    version: 1,
    created_at: time,
  };
}
