/** Users. */
import { personalFieldsContext } from '../../../ledger/sealing-context.ts';
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { ErrorDetail, UserCreate, UserUpdate } from '../../../generated/api.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { presentUser } from '../../../ledger/present.ts';
import type { PersonalFields } from '../../../ledger/present.ts';
import { evolveUser } from '../../../ledger/users/user.ts';
import { createUser, deactivateUser, updateUser } from '../../../ledger/users/user-commands.ts';
import { isCountry } from './countries.ts';
import { isProblem } from '../../server/errors.ts';
import { submitUserCommand } from './user-command.ts';
import type { PersonalDataCipher } from './user-command.ts';
import { replyWithPage } from '../../operations/page.ts';
import { replyWithObject } from '../../operations/read.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { sealAnswerWith, submit } from '../../operations/write.ts';
import { usersKeys } from '../../reads/list-keys.ts';

export const userHandlers = {
  listUsers: (call) => {
    const { external_reference, kyc_status, status } = call.query;
    return replyWithPage(
      call,
      {
        collection: COLLECTIONS.users,
        prefix: 'usr',
        keysOf: usersKeys(external_reference),
        terms: external_reference === undefined ? [] : [`reference:${external_reference}`],
        filters: [
          ...(kyc_status === undefined ? [] : [`kyc:${kyc_status}`]),
          ...(status === undefined ? [] : [`status:${status}`]),
        ],
      },
      call.query,
    );
  },
  createUser: (call) => create(call, call.body),
  getUser: (call) => replyWithObject(call, COLLECTIONS.users, call.params.user_id, 'user'),
  updateUser: (call) => update(call, call.params.user_id, call.body),
  deactivateUser: (call) => {
    const { user_id } = call.params;
    return submitUserCommand(call, { user_id, decide: (book) => deactivateUser(book, { user_id }) });
  },
} satisfies Partial<Handlers>;

/** The schema checks the format of the code; this checks that the country exists. */
export function checkCountry(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('country' in body) || typeof body.country !== 'string')
    return [];
  if (isCountry(body.country)) return [];
  return [
    {
      field: 'country',
      code: 'invalid_format',
      message: 'Must be an ISO 3166-1 alpha-2 country code, such as US.',
    },
  ];
}

/** The key must be durable before anything is encrypted with it. */
async function create(caller: Caller, body: UserCreate): Promise<Reply> {
  const { vault } = caller.services;
  const key = await vault.createKey();
  const personal = personalOf(body);
  const { type, external_reference, country = null, metadata = {} } = body;
  const seal = (userId: string): string =>
    key.seal(JSON.stringify(personal), personalFieldsContext(caller.stream, userId));
  const reply = await submit(caller, {
    decide: (book, context) =>
      createUser(book, { type, external_reference, country, metadata, seal }, context),
    answer: {
      from: 'book',
      render: (_book, events) => ({ status: 201, body: createdBody(events, personal) }),
      seal: sealAnswerWith(key),
    },
  });
  if (isProblem(reply) || reply.replayed === true) await deleteUnusedKey(caller, key.id);
  return reply;
}

function personalOf(body: UserCreate): PersonalFields {
  const { email = null, phone = null, first_name = null, last_name = null, business_name = null } = body;
  return { email, phone, first_name, last_name, business_name };
}

function createdBody(events: readonly RecordedBookEvent[], personal: PersonalFields): string {
  const [event] = events;
  if (event?.type !== 'user.created') throw new Error('expected the event user.created');
  return JSON.stringify(presentUser(evolveUser(undefined, event), personal));
}

/** Deletes the unused key of a user that was not created. A leftover key is harmless. */
async function deleteUnusedKey({ services: { vault, log } }: Caller, keyId: string): Promise<void> {
  await vault.destroyKey(keyId).catch((error: unknown) => log.warn({ err: error }, 'unused key not deleted'));
}

function update(caller: Caller, user_id: string, { email, phone, metadata }: UserUpdate): Promise<Reply> {
  const mayCreateKey = email !== undefined || phone !== undefined;
  const reseal = (before: string | null, person: PersonalDataCipher): string | null => {
    const old = person.open(before);
    const changed = {
      ...old,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
    };
    return changed.email === old.email && changed.phone === old.phone ? before : person.seal(changed);
  };
  return submitUserCommand(caller, {
    user_id,
    mayCreateKey,
    decide: (book, _context, person) =>
      updateUser(book, {
        user_id,
        ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
        ...(mayCreateKey ? { reseal: (before) => reseal(before, person) } : {}),
      }),
  });
}
