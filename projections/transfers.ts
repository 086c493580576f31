/** Transfers as GET shows them, listed by every filter of the contract. */
import {
  IGNORE_USERS,
  IGNORE_WALLETS,
  IGNORE_DEPOSIT_ACCOUNTS,
  IGNORE_DEPOSITS,
  IGNORE_POSTINGS,
  IGNORE_QUOTES,
  IGNORE_TREASURY,
  IGNORE_ONBOARDING,
  IGNORE_REQUESTS,
  IGNORE_PAYOUT_ACCOUNTS,
  IGNORE_OFFRAMPS,
  definition,
} from './definition.ts';
import { nextTransferView } from './views.ts';
import type { Recorded, TransferView } from './views.ts';

type TransferEvents = 'transfer.created' | 'transfer.state_changed';

/** A user's transfers are those of the user's wallets, so they need no list of their own. */
function termsOf({ source, destination, kind, state, integrator_reference }: TransferView): string[] {
  const wallets = [source, destination].map(({ wallet_id }) => wallet_id).filter((id) => id !== undefined);
  return [
    'every',
    ...wallets.map((id) => `wallet:${id}`),
    ...(integrator_reference === null ? [] : [`reference:${integrator_reference}`]),
    `kind:${kind}`,
    `state:${state}`,
  ];
}

const changed = {
  touches: ({ data }: Recorded<TransferEvents>) => [data.transfer_id],
  fold(before: { value: TransferView } | undefined, event: Recorded<TransferEvents>) {
    const value = nextTransferView(before?.value, event);
    return { value, terms: termsOf(value) };
  },
};

export const transfersProjection = definition<TransferView>({
  name: 'transfers',
  version: 1,
  state: 'transfers',
  rules: {
    ...IGNORE_PAYOUT_ACCOUNTS,
    ...IGNORE_OFFRAMPS,
    ...IGNORE_USERS,
    ...IGNORE_WALLETS,
    ...IGNORE_DEPOSIT_ACCOUNTS,
    ...IGNORE_DEPOSITS,
    ...IGNORE_POSTINGS,
    ...IGNORE_QUOTES,
    ...IGNORE_TREASURY,
    ...IGNORE_ONBOARDING,
    ...IGNORE_REQUESTS,
    'transfer.created': changed,
    'transfer.state_changed': changed,
  },
});
