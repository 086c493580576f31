import {
  evolvePayoutAccount,
  type PayoutAccount,
  type PayoutAccountEvent,
} from '../src/ledger/payout-account.ts';
import { presentPayoutAccount, type PayoutAccountPerson } from '../src/ledger/present.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Payout accounts as the API returns them. The bank details stay sealed in the events.

export type PayoutAccountView = ReturnType<typeof presentPayoutAccount>;
type Before = { readonly value: PayoutAccountView } | undefined;

function nextView(
  before: PayoutAccountView | undefined,
  event: Recorded<PayoutAccountEvent['type']>,
): PayoutAccountView {
  const { account, person } = before === undefined ? { person: undefined } : splitPersonal(before);
  // The unsealed text is an object of this shape, or null if the person was forgotten.
  const now =
    event.type === 'payout_account.opened' ? (event.personal as PayoutAccountPerson | null) : person;
  return presentPayoutAccount(evolvePayoutAccount(account, event), now ?? undefined);
}

function splitPersonal(view: PayoutAccountView): {
  account: PayoutAccount;
  person: PayoutAccountPerson | undefined;
} {
  const { object: _, account_owner_name: name, ...account } = view;
  return { account, person: name === null ? undefined : { account_owner_name: name } };
}

/** Events of earlier releases contain the masked address, and nothing can be removed from an event. */
const forgottenView = (value: PayoutAccountView): PayoutAccountView => ({
  ...value,
  account_owner_name: null,
  ...(value.emailpay === undefined ? {} : { emailpay: NO_ADDRESS }),
});

const NO_ADDRESS = { email_masked: null, phone_number_last4: null };

const changed = {
  touches: ({ data }: Recorded<PayoutAccountEvent['type']>) => [data.payout_account_id],
  fold(before: Before, event: Recorded<PayoutAccountEvent['type']>) {
    const value = nextView(before?.value, event);
    return { value, terms: [`user:${value.user_id}`] };
  },
};

export const payoutAccountsProjection = defineBookProjection<PayoutAccountView>({
  name: 'payout_accounts',
  version: 2,
  state: 'payout_accounts',
  rules: {
    ...ignoreAllBut('payout_accounts'),
    'payout_account.opened': changed,
    'payout_account.name_checked': changed,
    'payout_account.deleted': changed,
    'user.forgotten': {
      touches: ({ data }: Recorded<'user.forgotten'>) => data.payout_account_ids,
      fold: (before) => before && { ...before, value: forgottenView(before.value) },
    },
  },
});
