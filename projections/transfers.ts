/** Transfers as GET shows them, listed by every filter of the contract. */
import { definition } from './definition.ts';
import { nextTransferView } from './views.ts';
import type { Recorded, TransferView } from './views.ts';

type TransferEvents = 'transfer.created' | 'transfer.state_changed';

function termsOf({ source, destination, kind, state, integrator_reference }: TransferView): string[] {
  const ends = [source, destination];
  const users = new Set(ends.map(({ user_id }) => user_id).filter((id) => id !== undefined));
  const wallets = ends.map(({ wallet_id }) => wallet_id).filter((id) => id !== undefined);
  return [
    'every',
    ...[...users].map((id) => `user:${id}`),
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
    'transfer.created': changed,
    'transfer.state_changed': changed,
    'user.created': 'ignore',
    'user.updated': 'ignore',
    'user.kyc_status_changed': 'ignore',
    'user.terms_status_changed': 'ignore',
    'user.deactivated': 'ignore',
    'wallet.opened': 'ignore',
    'wallet.frozen': 'ignore',
    'wallet.unfrozen': 'ignore',
    'deposit_account.opened': 'ignore',
    'deposit_account.deactivated': 'ignore',
    'deposit_account.reactivated': 'ignore',
    'deposit.arrived': 'ignore',
    'deposit.sent_back': 'ignore',
    'posting.recorded': 'ignore',
    'request.recorded': 'ignore',
  },
});
