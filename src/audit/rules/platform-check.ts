/** Checks the `platform` stream: integrators, API keys, and operator tokens are created once and revoked at most once. */
import type { PlatformEvent } from '../../generated/events.ts';
import { Calendar, isTimeZone } from '../../system/calendar.ts';
import { RuleViolation } from '../finding.ts';

const violation = (reason: string): RuleViolation => new RuleViolation('platform', reason);

export class PlatformCheck {
  readonly #integrators = new Set<string>();
  /** API keys by ID. */
  readonly #keys = new Map<string, { revoked: boolean; expires_at: string | null }>();
  readonly #tokens = new Map<string, { revoked: boolean; expires_at: string | null }>();
  /** Issuer and subject by ID. */
  readonly #operators = new Map<string, string>();
  /** Generations of sandboxes that were reset, by integrator. */
  readonly #generations = new Map<string, number>();
  /** The days of each environment, by its time zones so far. */
  readonly calendars = { sandbox: new Calendar(), production: new Calendar() };
  #isEmpty = true;

  /** Throws RuleViolation. */
  check(event: PlatformEvent, time: string): void {
    this.#apply(event, time);
    this.#isEmpty = false;
  }

  /** Undefined if the stream has no events, because integrators are then unknown. */
  hasIntegrator(id: string): boolean | undefined {
    return this.#isEmpty ? undefined : this.#integrators.has(id);
  }

  /** Of the integrator's current sandbox book: 1 until it is reset. */
  sandboxGeneration(integratorId: string): number {
    return this.#generations.get(integratorId) ?? 1;
  }

  #apply(event: PlatformEvent, time: string): void {
    switch (event.type) {
      case 'integrator.created':
        if (this.#integrators.has(event.data.integrator_id)) throw violation('the integrator already exists');
        this.#integrators.add(event.data.integrator_id);
        return;
      case 'integrator.brand_changed':
        if (!this.#integrators.has(event.data.integrator_id))
          throw violation('the integrator of the brand does not exist');
        return;
      case 'key.issued': {
        const { key_id, integrator_id, expires_at, rotated_from } = event.data;
        if (this.#keys.has(key_id)) throw violation('the key was already issued');
        if (!this.#integrators.has(integrator_id))
          throw violation('the integrator of the key does not exist');
        if (rotated_from !== undefined && !this.#keys.has(rotated_from))
          throw violation('the rotated key was never issued');
        this.#keys.set(key_id, { revoked: false, expires_at });
        return;
      }
      case 'key.expiry_set':
        setExpiry(this.#keys.get(event.data.key_id), 'key', event.data.expires_at);
        return;
      case 'key.revoked':
        revoke(this.#keys.get(event.data.key_id), 'key');
        return;
      case 'operator_token.issued':
        if (this.#tokens.has(event.data.token_id)) throw violation('the token was already issued');
        this.#tokens.set(event.data.token_id, { revoked: false, expires_at: null });
        return;
      case 'operator_token.expiry_set':
        setExpiry(this.#tokens.get(event.data.token_id), 'token', event.data.expires_at);
        return;
      case 'operator_token.revoked':
        revoke(this.#tokens.get(event.data.token_id), 'token');
        return;
      case 'operator.identified': {
        const { operator_id, issuer, subject } = event.data;
        const identity = JSON.stringify([issuer, subject]);
        if ((this.#operators.get(operator_id) ?? identity) !== identity)
          throw violation('the ID of an operator belongs to another person');
        this.#operators.set(operator_id, identity);
        return;
      }
      case 'sandbox.reset': {
        const { integrator_id, generation } = event.data;
        if (!this.#integrators.has(integrator_id))
          throw violation('the integrator of the sandbox does not exist');
        if (generation !== this.sandboxGeneration(integrator_id) + 1)
          throw violation('a reset must start the next generation of the sandbox');
        this.#generations.set(integrator_id, generation);
        return;
      }
      case 'time_zone.changed': {
        const { environment, time_zone, from } = event.data;
        const calendar = this.calendars[environment];
        if (!isTimeZone(time_zone)) throw violation(`there is no time zone ${time_zone}`);
        if (from === null ? this.#integrators.size > 0 : calendar.startOf(from) <= Date.parse(time))
          throw violation('a time zone can only change for days that have not begun');
        calendar.setTimeZone(time_zone, from);
        return;
      }
      case 'rail.availability_changed':
      case 'projection.drop_requested':
      case 'projection.rebuild_requested':
      case 'projection.verify_requested':
      case 'snapshots.changed':
      case 'names.screened':
      case 'history.accepted':
      case 'master_key.introduced':
      case 'master_key.replaced':
      case 'request.recorded':
        return;
    }
  }
}

function setExpiry(
  found: { readonly revoked: boolean; expires_at: string | null } | undefined,
  noun: string,
  expiresAt: string,
): void {
  if (found === undefined || found.revoked) throw violation(`the ${noun} does not exist or is revoked`);
  if (found.expires_at !== null && found.expires_at < expiresAt)
    throw violation('an expiry time can only be moved earlier');
  found.expires_at = expiresAt;
}

function revoke(found: { revoked: boolean } | undefined, noun: string): void {
  if (found === undefined || found.revoked)
    throw violation(`the ${noun} does not exist or is already revoked`);
  found.revoked = true;
}
