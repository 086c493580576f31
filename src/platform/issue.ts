/** New integrators, keys and tokens: the event that records each, and the secret that is shown this once. */
import { hash, randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import type { PlatformEvent } from '../generated/events.ts';
import { makeApiKey } from './api-key.ts';
import type { NewApiKey } from './api-key.ts';
import type { EnvironmentName, OperatorToken } from './platform.ts';

/** An integrator's birth: its event and its ID. */
export function newIntegrator(name: string): { id: string; event: PlatformEvent } {
  const id = `int_${ulid().toLowerCase()}`;
  return { id, event: { type: 'integrator.created', data: { integrator_id: id, name } } };
}

/** A key's birth: its event and its text, which is shown this once. */
export function newKey(
  integratorId: string,
  environment: EnvironmentName,
  permissions: 'read' | 'read_write',
  name: string | null,
): { key: NewApiKey; event: PlatformEvent } {
  const key = makeApiKey(environment);
  return {
    key,
    event: {
      type: 'key.issued',
      data: {
        key_id: `key_${key.id}`,
        integrator_id: integratorId,
        environment,
        permissions,
        name,
        secret_hash: key.hash,
        expires_at: null,
      },
    },
  };
}

/** A token's birth: its event and its text. */
export function newOperatorToken(
  name: string,
  role: OperatorToken['role'],
): { text: string; event: PlatformEvent } {
  const text = `svc_op_${randomBytes(32).toString('base64url')}`;
  const token_id = `opt_${ulid().toLowerCase()}`;
  return {
    text,
    event: {
      type: 'operator_token.issued',
      data: { token_id, name, role, secret_hash: hash('sha256', text) },
    },
  };
}
