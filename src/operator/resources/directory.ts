/** Names for the IDs in events and objects, and the objects of all books. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { findInAnyBook } from '../../api/operations/read.ts';
import { bookTime } from '../../api/operations/wait.ts';
import { withHealth } from '../../api/resources/webhook-endpoints.ts';
import type { Directory, FoundObject, Party } from '../../generated/api.ts';
import { notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { isId, parseBookStream, type IdPrefix } from '../../ledger/ids.ts';
import { parseBody, type Collection } from '../../read-models/collection.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { mask, maskObject, roleSeesPersonalData } from '../operations/personal-data.ts';
import type { OperatorServices } from '../operations/services.ts';
import { nameOfUser } from '../search.ts';

export const directoryHandlers = {
  getDirectory: ({ services }) => ({ status: 200, body: JSON.stringify(directoryOf(services)) }),
  getObject: (call) => getObject(call, call.params.object_id),
  async listParties(call) {
    const ids = [...new Set(call.query.ids.split(','))];
    return { status: 200, body: JSON.stringify({ data: await partiesOf(call, ids) }) };
  },
} satisfies Partial<OperatorHandlers>;

/** As this node knows it: names are needed most when another part of the service is unavailable. */
function directoryOf({ platform, runningRails }: OperatorServices): Directory {
  const { integrators, sandboxes, tokens, operators, keys } = platform();
  return {
    object: 'directory',
    integrators: [...integrators.values()].map(({ id, name }) => {
      const { generation = 1, resetTimes = [] } = sandboxes.get(id) ?? {};
      return {
        id,
        name,
        sandbox_generation: generation,
        sandbox_resets: resetTimes.map((time) => new Date(time).toISOString()),
      };
    }),
    operators: [
      ...[...tokens.values()].map(({ id, name, revoked_at }) => ({
        id,
        name,
        type: 'token' as const,
        revoked: revoked_at !== null,
      })),
      ...[...operators.values()].map(({ id, name }) => ({
        id,
        name,
        type: 'person' as const,
        revoked: false,
      })),
    ],
    keys: [...keys.values()].map(({ id, name }) => ({ id, name })),
    rails: [...new Set(runningRails.configured.map(({ rail }) => rail))],
  };
}

type Kind = { readonly prefix: IdPrefix; readonly collection: string; readonly noun: string };

const KINDS: readonly Kind[] = [
  { prefix: 'usr', collection: COLLECTIONS.users, noun: 'user' },
  { prefix: 'wal', collection: COLLECTIONS.wallets, noun: 'wallet' },
  { prefix: 'trf', collection: COLLECTIONS.transfers, noun: 'transfer' },
  { prefix: 'da', collection: COLLECTIONS.depositAccounts, noun: 'deposit account' },
  { prefix: 'dep', collection: COLLECTIONS.deposits, noun: 'deposit' },
  { prefix: 'pa', collection: COLLECTIONS.payoutAccounts, noun: 'payout account' },
  { prefix: 'qt', collection: COLLECTIONS.quotes, noun: 'quote' },
  { prefix: 'whe', collection: COLLECTIONS.walletHistory, noun: 'history entry' },
  { prefix: 'evt', collection: COLLECTIONS.events, noun: 'event' },
  { prefix: 'we', collection: COLLECTIONS.webhookEndpoints, noun: 'webhook endpoint' },
];

/** 404 if no book has the object. Throws ReadModelBehind and StoreUnavailable. */
async function getObject({ services, token }: OperatorCaller, id: string): Promise<Reply> {
  const kind = KINDS.find(({ prefix }) => isId(prefix, id));
  if (kind === undefined) return notFoundProblem('object');
  const { prefix, collection, noun } = kind;
  const found = await findInAnyBook(services, services.head, collection, id);
  const book = found && parseBookStream(found.scope);
  if (found === undefined || book === undefined) return notFoundProblem(noun);
  const [body = found.body] = prefix === 'we' ? await withHealth(services, [found]) : [];
  const value = roleSeesPersonalData(token) ? body : maskObject(body);
  const bookNow = await bookTime({ services, stream: found.scope });
  const about: Omit<FoundObject, 'value'> = {
    object: 'found_object',
    id,
    ...book,
    book_time: new Date(bookNow).toISOString(),
  };
  return { status: 200, body: `${JSON.stringify(about).slice(0, -1)},"value":${value}}` };
}

type Named = Pick<Party, 'id' | 'user_id' | 'asset' | 'account_number_last4'>;

/** The names of the people behind these users, wallets, and payout accounts. Throws StoreUnavailable. */
async function partiesOf(
  { services: { documents }, token }: OperatorCaller,
  ids: readonly string[],
): Promise<readonly Party[]> {
  const load = async <Value>(collection: Collection<Value>, prefix: IdPrefix): Promise<readonly Value[]> => {
    const wanted = ids.filter((id) => isId(prefix, id));
    const found = wanted.length === 0 ? [] : await documents.getMany(collection, wanted);
    return found.map((each) => parseBody(collection, each));
  };
  const wallets = await load(COLLECTIONS.wallets, 'wal');
  const accounts = await load(COLLECTIONS.payoutAccounts, 'pa');
  const named: readonly Named[] = [
    ...wallets.map(({ id, user_id, asset }) => ({ id, user_id, asset, account_number_last4: null })),
    ...accounts.map(({ id, user_id, bank }) => ({
      id,
      user_id,
      asset: null,
      account_number_last4: bank?.account_number_last4 ?? null,
    })),
    ...ids
      .filter((id) => isId('usr', id))
      .map((id) => ({ id, user_id: id, asset: null, account_number_last4: null })),
  ];
  const owners = await documents.getMany(COLLECTIONS.users, [
    ...new Set(named.map(({ user_id }) => user_id)),
  ]);
  const users = new Map(owners.map((each) => [each.id, parseBody(COLLECTIONS.users, each)]));
  return named
    .filter(({ id, user_id }) => id !== user_id || users.has(id))
    .map((each) => {
      const user = users.get(each.user_id);
      const name = user === undefined ? null : nameOfUser(user);
      return {
        object: 'party',
        ...each,
        name: roleSeesPersonalData(token) ? name : mask('name', name),
        user_type: user?.type ?? null,
        external_reference: user?.external_reference ?? null,
      };
    });
}
