/** Users. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { ErrorDetail, UserCreate, UserUpdate } from '../generated/api.ts';
import { validateUserCreate, validateUserListQuery, validateUserUpdate } from '../generated/validators.js';
import type { Recorded } from '../ledger/event.ts';
import { presentUser } from '../ledger/present.ts';
import type { Personal } from '../ledger/present.ts';
import { foldUser } from '../ledger/user.ts';
import { createUser, deactivateUser, updateUser } from '../ledger/users.ts';
import { isCountry } from './countries.ts';
import { isProblem } from './errors.ts';
import { submitAboutUser } from './personal.ts';
import type { Person } from './personal.ts';
import { page, show } from './read.ts';
import { route } from './route.ts';
import type { Caller, Reply, Route } from './route.ts';
import { submit } from './write.ts';

export const usersRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/users',
    query: validateUserListQuery,
    handle: (call) => {
      const { external_reference, kyc_status, status } = call.query;
      return page(
        call,
        {
          collection: COLLECTIONS.users,
          prefix: 'usr',
          terms: external_reference === undefined ? [] : [`reference:${external_reference}`],
          filters: [
            ...(kyc_status === undefined ? [] : [`kyc:${kyc_status}`]),
            ...(status === undefined ? [] : [`status:${status}`]),
          ],
        },
        call.query,
      );
    },
  }),
  route({
    method: 'POST',
    path: '/v1/users',
    body: validateUserCreate,
    alsoCheck: checkCountry,
    handle: (call) => create(call, call.body),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{user_id}',
    handle: (call) => show(call, COLLECTIONS.users, call.params.user_id, 'user'),
  }),
  route({
    method: 'PATCH',
    path: '/v1/users/{user_id}',
    body: validateUserUpdate,
    handle: (call) => update(call, call.params.user_id, call.body),
  }),
  route({
    method: 'POST',
    path: '/v1/users/{user_id}/deactivate',
    handle: (call) => {
      const { user_id } = call.params;
      return submitAboutUser(call, { user_id, decide: (book) => deactivateUser(book, { user_id }) });
    },
  }),
];

/** A country whose code has the right shape still has to be one. */
function checkCountry(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('country' in body) || typeof body.country !== 'string')
    return [];
  if (isCountry(body.country)) return [];
  return [
    {
      field: 'country',
      code: 'invalid_format',
      message: 'Must be the ISO 3166-1 alpha-2 code of a country, such as US.',
    },
  ];
}

/** The key that seals the person has to be durable before anything sealed under it is. */
async function create(caller: Caller, body: UserCreate): Promise<Reply> {
  const { vault } = caller.services;
  const key = await vault.createKey();
  const personal = personalOf(body);
  const sealed = key.seal(JSON.stringify(personal));
  const { type, external_reference, country = null, metadata = {} } = body;
  const reply = await submit(caller, {
    decide: (book, context) =>
      createUser(book, { type, external_reference, country, metadata, sealed: () => sealed }, context),
    answer: {
      from: 'book',
      render: (_book, events) => ({ status: 201, body: createdBody(events, personal) }),
      seal: (text) => key.seal(text),
    },
  });
  if (isProblem(reply) || reply.replayed === true) await forget(caller, sealed);
  return reply;
}

function personalOf(body: UserCreate): Personal {
  const { email = null, phone = null, first_name = null, last_name = null, business_name = null } = body;
  return { email, phone, first_name, last_name, business_name };
}

function createdBody(events: readonly Recorded[], personal: Personal): string {
  const [event] = events;
  if (event?.type !== 'user.created') throw new Error('a user was created without the event that says so');
  return JSON.stringify(presentUser(foldUser(undefined, event), personal));
}

/** No user came of it, so nothing needs the key. One that stays behind does no harm. */
async function forget({ services: { vault, log } }: Caller, sealed: string): Promise<void> {
  await vault
    .destroyKey(sealed)
    .catch((error: unknown) => log.warn({ err: error }, 'an unused key stays in the vault'));
}

function update(caller: Caller, user_id: string, { email, phone, metadata }: UserUpdate): Promise<Reply> {
  const seals = email !== undefined || phone !== undefined;
  const reseal = (before: string | null, person: Person): string | null => {
    const old = person.open(before);
    const changed = {
      ...old,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
    };
    return changed.email === old.email && changed.phone === old.phone ? before : person.seal(changed);
  };
  return submitAboutUser(caller, {
    user_id,
    seals,
    decide: (book, _context, person) =>
      updateUser(book, {
        user_id,
        ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
        ...(seals ? { reseal: (before) => reseal(before, person) } : {}),
      }),
  });
}
