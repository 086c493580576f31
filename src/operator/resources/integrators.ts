/** Integrators. Each has one book per environment from its first event. */

import { Buffer } from 'node:buffer';
import { imageSize } from 'image-size';
import type {
  ErrorDetail,
  KeyCreate,
  KeyRotate,
  OperatorTokenCreate,
  OperatorTokenExpirySet,
} from '../../generated/api.ts';
import type { PlatformEvent } from '../../generated/events.ts';
import { invalidFields, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { hasProviderId } from '../../ledger/dual-control.ts';
import { messageOf } from '../../ledger/violations.ts';
import { NO_BRAND, type Brand } from '../../platform/books.ts';
import { newIntegrator, newKey, newOperatorToken, type NewKey } from '../../platform/credentials.ts';
import { REVOCATION_DELAY_MS } from '../../platform/key-freshness.ts';
import { statusAt, type Integrator, type KeyRecord, type TokenRecord } from '../../platform/platform.ts';
import type { StreamDecision } from '../../writer/stream-writer.ts';
import { pageInMemory } from '../lists/list-page.ts';
import { sortedNames } from '../lists/sorting.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { createAnswerSeal, submitToPlatform } from '../operations/platform-write.ts';
import { freshPlatform } from '../operations/services.ts';

const presentIntegrator = ({ id, name, created_at }: Integrator) => ({
  id,
  object: 'integrator' as const,
  name,
  created_at,
});

export const integratorHandlers = {
  listIntegrators: async ({ services, query }) =>
    pageInMemory(
      sortedNames(
        [...(await freshPlatform(services)).integrators.values()].map(presentIntegrator),
        query.sort,
      ),
      query,
    ),
  createIntegrator(call) {
    const { name } = call.body;
    return submitToPlatform(call, {
      decide({ time }) {
        const { id, event } = newIntegrator(name);
        const body = JSON.stringify(presentIntegrator({ id, name, created_at: time }));
        return { events: [event], answer: { status: 201, body } };
      },
    });
  },
  async getIntegrator({ services, params }) {
    const found = (await freshPlatform(services)).integrators.get(params.integrator_id);
    return found === undefined
      ? notFoundProblem('integrator')
      : { status: 200, body: JSON.stringify(presentIntegrator(found)) };
  },
} satisfies Partial<OperatorHandlers>;

// Brands of integrators: how hosted pages show them.

const presentBrand = (integrator_id: string, brand: Brand = NO_BRAND) => ({
  object: 'brand' as const,
  integrator_id,
  ...brand,
});

export const brandHandlers = {
  async getIntegratorBrand({ services, params: { integrator_id: id } }) {
    const platform = await freshPlatform(services);
    if (!platform.integrators.has(id)) return notFoundProblem('integrator');
    return { status: 200, body: JSON.stringify(presentBrand(id, platform.brands.get(id))) };
  },
  async changeIntegratorBrand(call) {
    const { services, params, body } = call;
    const { integrator_id } = params;
    const platform = await freshPlatform(services);
    if (!platform.integrators.has(integrator_id)) return notFoundProblem('integrator');
    const details = problemsWith(body);
    if (details.length > 0) return invalidFields(details);
    return submitToPlatform(call, {
      decide() {
        const brand = { ...NO_BRAND, ...platform.brands.get(integrator_id), ...body };
        const data = { integrator_id, ...brand };
        return {
          events: [{ type: 'integrator.brand_changed', data }],
          answer: { status: 200, body: JSON.stringify(presentBrand(integrator_id, brand)) },
        };
      },
    });
  },
} satisfies Partial<OperatorHandlers>;

function problemsWith({ logo, support_contact, privacy_url }: Partial<Brand>): readonly ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const add = (field: string, message: string) => problems.push({ field, code: 'invalid_value', message });
  const image = logo && problemWithLogo(logo);
  if (image) add('logo', image);
  for (const [field, url] of Object.entries({ support_contact, privacy_url }))
    if (url?.startsWith('https:') === true && !isPlainUrl(url))
      add(field, 'Must be a valid URL without a user name or password.');
  return problems;
}

/** `https://bank.example@evil.example` shows a reader another host than the one that it leads to. */
function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const PIXELS_MIN = 16;
const PIXELS_MAX = 1024;
const TYPES = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Only the kind and the size of an image are checked: browsers show it as an image and never as anything else. */
function problemWithLogo({ media_type, data }: NonNullable<Brand['logo']>): string | undefined {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') !== data) return 'The image must be in Base64.';
  const size = sizeOf(bytes);
  if (size?.type !== TYPES[media_type]) return `This is not an image of type ${media_type}.`;
  const fits = [size.width, size.height].every((pixels) => pixels >= PIXELS_MIN && pixels <= PIXELS_MAX);
  return fits ? undefined : `The image must be between ${PIXELS_MIN} and ${PIXELS_MAX} pixels wide and high.`;
}

/** Undefined for bytes that are no image. */
function sizeOf(bytes: Buffer): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}

// API keys: issue, rotate, and revoke. Only the response that issues a key contains its secret.

export const keyHandlers = {
  async listKeys({ services, params: { integrator_id }, query }) {
    const { integrators, keys } = await freshPlatform(services);
    if (!integrators.has(integrator_id)) return notFoundProblem('integrator');
    const integratorKeys = [...keys.values()].filter((key) => key.integrator_id === integrator_id);
    return pageInMemory(sortedNames(integratorKeys.map(presentKeyAt(services.clock())), query.sort), query);
  },
  createKey: (call) => issueKey(call, call.params.integrator_id, call.body),
  async getKey({ services, params }) {
    const key = (await freshPlatform(services)).keys.get(params.key_id);
    return key === undefined
      ? notFoundProblem('key')
      : { status: 200, body: JSON.stringify(presentKeyAt(services.clock())(key)) };
  },
  rotateKey: (call) => rotate(call, call.params.key_id, call.body),
  revokeKey: (call) => revokeKey(call, call.params.key_id, call.body.reason),
} satisfies Partial<OperatorHandlers>;

/** A key as the API shows it at `now`, in milliseconds. */
const presentKeyAt =
  (now: number) =>
  ({ id, integrator_id, environment, permissions, name, expires_at, revoked_at, created_at }: KeyRecord) => ({
    id,
    object: 'key' as const,
    integrator_id,
    environment,
    permissions,
    name,
    status: statusAt(now, { expires_at, revoked_at }),
    expires_at,
    revoked_at,
    created_at,
  });

/** The decision that issues a key. The stored response omits the secret. */
async function issuing(caller: OperatorCaller) {
  const seal = await createAnswerSeal(caller);
  return (
    { key, record, event }: NewKey,
    { now, time }: { now: number; time: string },
    more: readonly PlatformEvent[] = [],
  ): StreamDecision<PlatformEvent> => {
    const shown = presentKeyAt(now)({ ...record, created_at: time });
    const fullBody = JSON.stringify({ ...shown, secret: key.text });
    return {
      events: [event, ...more],
      answer: { status: 201, body: fullBody },
      recorded: { body: JSON.stringify({ ...shown, secret: null }), sealedBody: seal(fullBody) },
    };
  };
}

async function issueKey(caller: OperatorCaller, integratorId: string, body: KeyCreate): Promise<Reply> {
  const { platform } = caller.services;
  const issued = await issuing(caller);
  const { environment, permissions, name = null, expires_at } = body;
  return submitToPlatform(caller, {
    decide(moment) {
      if (!platform().integrators.has(integratorId)) return refuse('not_found', 'Unknown integrator.');
      const expires = expires_at === undefined ? null : new Date(expires_at).toISOString();
      if (expires !== null && Date.parse(expires) <= moment.now)
        return refuseExpiry('Must be in the future.');
      return issued(newKey(integratorId, environment, permissions, name, { expires_at: expires }), moment);
    },
  });
}

const OVERLAP_SECONDS = 24 * 60 * 60;

async function rotate(caller: OperatorCaller, keyId: string, body: KeyRotate): Promise<Reply> {
  const { platform } = caller.services;
  const issued = await issuing(caller);
  const { overlap_seconds = OVERLAP_SECONDS, reason } = body;
  return submitToPlatform(caller, {
    reason,
    isRevocation: overlap_seconds * 1000 < REVOCATION_DELAY_MS,
    decide(moment) {
      const old = platform().keys.get(keyId);
      if (old === undefined) return refuse('not_found', 'Unknown API key.');
      const status = statusAt(moment.now, old);
      if (status !== 'active') return refuse('key_state_conflict', `It is ${status}.`);
      const { integrator_id, environment, permissions, name } = old;
      const end = moment.now + overlap_seconds * 1000;
      // Rotation never extends the lifetime of the old key.
      const endsEarlier = old.expires_at === null || Date.parse(old.expires_at) > end;
      const expires_at = new Date(end).toISOString();
      // Without an overlap, the clock of no node may decide for how long the old key is valid.
      const ending: readonly PlatformEvent[] =
        overlap_seconds === 0
          ? [{ type: 'key.revoked', data: { key_id: keyId } }]
          : endsEarlier
            ? [{ type: 'key.expiry_set', data: { key_id: keyId, expires_at } }]
            : [];
      const next = newKey(integrator_id, environment, permissions, name, { rotated_from: keyId });
      return issued(next, moment, ending);
    },
  });
}

function revokeKey(caller: OperatorCaller, keyId: string, reason: string | undefined): Promise<Reply> {
  const { platform } = caller.services;
  return submitToPlatform(caller, {
    reason,
    isRevocation: true,
    decide({ now, time }) {
      const key = platform().keys.get(keyId);
      if (key === undefined) return refuse('not_found', 'Unknown API key.');
      const after = key.revoked ? key : { ...key, revoked: true, revoked_at: time };
      const answer = { status: 200, body: JSON.stringify(presentKeyAt(now)(after)) };
      return {
        events: key.revoked ? [] : [{ type: 'key.revoked', data: { key_id: keyId } }],
        answer,
      };
    },
  });
}

const refuse = (code: 'not_found' | 'key_state_conflict', specifics: string) => ({
  refusal: { code, message: messageOf(code, specifics) },
});

const refuseExpiry = (message: string): StreamDecision<PlatformEvent> => ({
  refusal: {
    code: 'validation_failed',
    message: messageOf('validation_failed'),
    details: [{ field: 'expires_at', code: 'out_of_range', message }],
  },
});

// Operator tokens: issue, let expire, and revoke. Only the response that issues a token contains its secret.

export const tokenHandlers = {
  listOperatorTokens: async ({ services, query }) =>
    pageInMemory(
      sortedNames(
        [...(await freshPlatform(services)).tokens.values()].map(presentTokenAt(services.clock())),
        query.sort,
      ),
      query,
    ),
  createOperatorToken: (call) => issueToken(call, call.body),
  setOperatorTokenExpiry: (call) => setTokenExpiry(call, call.params.token_id, call.body),
  revokeOperatorToken: (call) => revokeToken(call, call.params.token_id, call.body.reason),
} satisfies Partial<OperatorHandlers>;

/** A token as the API shows it at `now`, in milliseconds. */
const presentTokenAt =
  (now: number) =>
  ({ id, name, role, expires_at, revoked_at, created_at }: TokenRecord) => ({
    id,
    object: 'operator_token' as const,
    name,
    role,
    status: statusAt(now, { expires_at, revoked_at }),
    expires_at,
    revoked_at,
    created_at,
  });

const tokenExpiry = (token_id: string, expires_at: string): PlatformEvent => ({
  type: 'operator_token.expiry_set',
  data: { token_id, expires_at },
});

async function issueToken(caller: OperatorCaller, body: OperatorTokenCreate): Promise<Reply> {
  const { name, role } = body;
  const expires_at = body.expires_at === undefined ? null : new Date(body.expires_at).toISOString();
  if (hasProviderId(name.trim()))
    return invalidFields([
      { field: 'name', code: 'invalid', message: 'Use a name that does not end with the ID of an operator.' },
    ]);
  const seal = await createAnswerSeal(caller);
  return submitToPlatform(caller, {
    decide({ now, time }) {
      if (expires_at !== null && Date.parse(expires_at) <= now) return refuseExpiry('Must be in the future.');
      const { id, text, event } = newOperatorToken(name, role);
      const token = presentTokenAt(now)({ id, name, role, expires_at, created_at: time, revoked_at: null });
      const fullBody = JSON.stringify({ ...token, secret: text });
      return {
        events: expires_at === null ? [event] : [event, tokenExpiry(id, expires_at)],
        answer: { status: 201, body: fullBody },
        recorded: { body: JSON.stringify({ ...token, secret: null }), sealedBody: seal(fullBody) },
      };
    },
  });
}

function setTokenExpiry(
  caller: OperatorCaller,
  tokenId: string,
  { expires_at: given, reason }: OperatorTokenExpirySet,
): Promise<Reply> {
  const { platform } = caller.services;
  const expires_at = new Date(given).toISOString();
  return submitToPlatform(caller, {
    reason,
    // It may end soon, so every node must know.
    isRevocation: true,
    decide({ now }) {
      const token = platform().tokens.get(tokenId);
      if (token === undefined) return refuse('not_found', 'Unknown operator token.');
      const status = statusAt(now, token);
      if (status !== 'active') return refuseExpiry(`The token is ${status} already.`);
      if (Date.parse(expires_at) <= now) return refuseExpiry('Must be in the future.');
      if (token.expires_at !== null && expires_at > token.expires_at)
        return refuseExpiry(`Must not be later than ${token.expires_at}, when the token expires.`);
      const body = JSON.stringify(presentTokenAt(now)({ ...token, expires_at }));
      return { events: [tokenExpiry(tokenId, expires_at)], answer: { status: 200, body } };
    },
  });
}

function revokeToken(caller: OperatorCaller, tokenId: string, reason: string | undefined): Promise<Reply> {
  const { platform } = caller.services;
  return submitToPlatform(caller, {
    reason,
    isRevocation: true,
    decide({ now, time }) {
      const token = platform().tokens.get(tokenId);
      if (token === undefined) return refuse('not_found', 'Unknown operator token.');
      const isNew = token.revoked_at === null;
      const body = JSON.stringify(presentTokenAt(now)(isNew ? { ...token, revoked_at: time } : token));
      return {
        events: isNew ? [{ type: 'operator_token.revoked', data: { token_id: tokenId } }] : [],
        answer: { status: 200, body },
      };
    },
  });
}
