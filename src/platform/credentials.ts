/** Creates integrators, keys, and tokens: the event to record, and the secret, which is shown only once. */
import { hash } from 'node:crypto';
import { ulid } from 'ulid';
import { currentTime, randomBytes } from '../system/runtime.ts';
import type { PlatformEvent } from '../generated/events.ts';
import { createApiKey } from './api-key.ts';
import type { NewApiKey } from './api-key.ts';
import type { KeyRecord, OperatorToken } from './platform.ts';
import type { EnvironmentName } from '../ledger/environment.ts';

/** From 0 up to 1, as the library expects it. */
const random = (): number => randomBytes(2).readUInt16LE() / 65_536;

export function newIntegrator(name: string): { id: string; event: PlatformEvent } {
  const id = `int_${ulid(currentTime(), random).toLowerCase()}`;
  return { id, event: { type: 'integrator.created', data: { integrator_id: id, name } } };
}

export type NewKey = {
  readonly key: NewApiKey;
  readonly event: PlatformEvent;
  /** The key's record, except for its creation time. */
  readonly record: Omit<KeyRecord, 'created_at'>;
};

type KeyOptions = { readonly expires_at?: string | null; readonly rotated_from?: string };

export function newKey(
  integratorId: string,
  environment: EnvironmentName,
  permissions: 'read' | 'read_write',
  name: string | null,
  { expires_at = null, rotated_from }: KeyOptions = {},
): NewKey {
  const key = createApiKey(integratorId, environment);
  const id = `key_${key.id}`;
  const about = { integrator_id: integratorId, environment, permissions, name, expires_at };
  const from = rotated_from === undefined ? {} : { rotated_from };
  return {
    key,
    event: { type: 'key.issued', data: { key_id: id, ...about, secret_hash: key.hash, ...from } },
    record: { id, ...about, revoked: false, revoked_at: null },
  };
}

export function newOperatorToken(
  name: string,
  role: OperatorToken['role'],
): { id: string; text: string; event: PlatformEvent } {
  const text = `svc_op_${randomBytes(32).toString('base64url')}`;
  const token_id = `opt_${ulid(currentTime(), random).toLowerCase()}`;
  return {
    id: token_id,
    text,
    event: {
      type: 'operator_token.issued',
      data: { token_id, name, role, secret_hash: hash('sha256', text) },
    },
  };
}
