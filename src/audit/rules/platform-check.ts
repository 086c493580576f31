/** The stream `platform`: integrators, keys, operators' tokens, each made once and ended once. */
import type { PlatformEvent } from '../../generated/events.ts';
import { RuleViolation } from '../finding.ts';

export type PlatformCheck = {
  /** Throws a Wrong. */
  check(event: PlatformEvent): void;
  /** Undefined as long as the stream had no event: then nothing is known of who there is. */
  hasIntegrator(id: string): boolean | undefined;
};

const wrong = (reason: string): RuleViolation => new RuleViolation('platform', reason);

export function createPlatformCheck(): PlatformCheck {
  const integrators = new Set<string>();
  /** Keys by ID, and until when each is good; tokens, and whether each still is. */
  const keys = new Map<string, { revoked: boolean; expires_at: string | null }>();
  const tokens = new Map<string, { revoked: boolean }>();
  let isEmpty = true;

  const apply = (event: PlatformEvent): void => {
    switch (event.type) {
      case 'integrator.created':
        if (integrators.has(event.data.integrator_id)) throw wrong('an integrator that exists already');
        integrators.add(event.data.integrator_id);
        return;
      case 'key.issued': {
        const { key_id, integrator_id, expires_at, rotated_from } = event.data;
        if (keys.has(key_id)) throw wrong('a key that was issued before');
        if (!integrators.has(integrator_id)) throw wrong('a key of an integrator that does not exist');
        if (rotated_from !== undefined && !keys.has(rotated_from))
          throw wrong('a key that takes the place of one that was never issued');
        keys.set(key_id, { revoked: false, expires_at });
        return;
      }
      case 'key.expiry_set': {
        const key = keys.get(event.data.key_id);
        if (key === undefined || key.revoked)
          throw wrong('the expiry of a key that does not exist, or is revoked');
        if (key.expires_at !== null && key.expires_at < event.data.expires_at)
          throw wrong('a key that lives longer than it was to');
        key.expires_at = event.data.expires_at;
        return;
      }
      case 'key.revoked':
        revoke(keys.get(event.data.key_id), 'key');
        return;
      case 'operator_token.issued':
        if (tokens.has(event.data.token_id)) throw wrong('a token that was issued before');
        tokens.set(event.data.token_id, { revoked: false });
        return;
      case 'operator_token.revoked':
        revoke(tokens.get(event.data.token_id), 'token');
        return;
      case 'rail.availability_changed':
      case 'projection.drop_requested':
      case 'projection.rebuild_requested':
      case 'projection.verify_requested':
      case 'snapshots.changed':
      case 'request.recorded':
        return;
    }
  };

  return {
    check(event) {
      isEmpty = false;
      apply(event);
    },
    hasIntegrator: (id) => (isEmpty ? undefined : integrators.has(id)),
  };
}

function revoke(found: { revoked: boolean } | undefined, noun: string): void {
  if (found === undefined || found.revoked)
    throw wrong(`a ${noun} that does not exist, or was revoked before`);
  found.revoked = true;
}
