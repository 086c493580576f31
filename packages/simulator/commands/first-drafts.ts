/** What a client does first, so that later commands find approved users with wallets, money, and accounts. */
import { toReference } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';
import { DRAFTS } from './drafts.ts';

const USERS = 3;
const ASSETS = ['svc-points', 'svc-coin'] as const;

/** The next step, or undefined once everything is there. */
export function firstDraft(context: Context): Draft | undefined {
  const { random, created } = context;
  const of = (prefix: string): readonly Made[] => created.get(prefix) ?? [];
  const draw = (operation: string): Draft | undefined => {
    const draft = DRAFTS[operation]?.[1](context);
    return draft && { operation, ...draft };
  };
  const [users, approved, wallets] = [of('usr'), of('approved'), of('wal')];
  if (users.length < USERS) {
    const external_reference = `first ${random.below(1_000_000)}`;
    return { operation: 'createUser', body: { type: 'individual', external_reference, last_name: 'Moreau' } };
  }
  if (approved.length < USERS) {
    const isApproved = ({ serial }: Made): boolean =>
      approved.some(({ of: user }) => user?.$answer === serial);
    const user = random.pickAny(users.filter((each) => !isApproved(each))) ?? users[0];
    const user_id = { $answer: user?.serial ?? -1, prefix: 'usr' };
    return { operation: 'setSandboxKyc', params: { user_id }, body: { kyc_status: 'approved' } };
  }
  if (wallets.length < 2 * USERS)
    for (const { of: user_id } of approved)
      for (const asset of ASSETS) {
        const has = wallets.some((each) => each.of?.$answer === user_id?.$answer && each.asset === asset);
        if (user_id === undefined || has) continue;
        const body = { asset, ...(asset === 'svc-coin' && { acknowledge_price_risk: true }) };
        return { operation: 'createWallet', params: { user_id }, body };
      }
  if (of('da').length < 2) return draw('createDepositAccount');
  if (of('pa').length < 2) return draw('createPayoutAccount');
  if (of('trf').length < 5) return draw('createSandboxDeposit');
  if (of('qt').length < 2 && random.oneIn(2)) return quotePoints(context);
  return undefined;
}

/** A quote for points that a deposit account has received, so that they can be converted. */
function quotePoints({ random, created }: Context): Draft | undefined {
  const wallets = created.get('wal') ?? [];
  const coin = random.pickAny(wallets.filter(({ asset }) => asset === 'svc-coin'));
  const points = wallets.find(({ asset, of }) => asset === 'svc-points' && of?.$answer === coin?.of?.$answer);
  if (coin === undefined || points === undefined) return undefined;
  const source_wallet_id = toReference(points, 'wal');
  const destination_wallet_id = toReference(coin, 'wal');
  return { operation: 'createQuote', body: { source_wallet_id, destination_wallet_id, amount: '1.00' } };
}
