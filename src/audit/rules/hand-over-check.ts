/**
 * Checks the hand-overs from one master key to the next: both keys signed them, each continues the one before, and the former key
 * authenticates no event after the one that is named for its stream. Needs no secret.
 */
import { macKeyIdOf } from '../../event-store/event-macs.ts';
import type { PlatformEventData } from '../../generated/events.ts';
import { handOverText, type HandOver } from '../../platform/key-hand-over.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import { parsePublicKey, type PublicKey } from '../../vault/audit-signing-key.ts';
import { storedHash, type ChainHeads } from '../chain/chain-check.ts';
import type { SourceEvent } from '../event-source.ts';
import { RuleViolation, requireRule, toFinding, type AuditRule, type Finding } from '../finding.ts';

type Head = { readonly revision: number; readonly hash: string };

const RULE = 'key_hand_over';

export class HandOverCheck {
  readonly #trusted: readonly string[] | undefined;
  /** The last event that each key authenticates, by stream and ID of the key. */
  readonly #lastOf = new Map<string, Map<string, Head>>();
  /** What hand-overs name, by ID of the former key and stream. */
  readonly #named = new Map<string, Map<string, Head>>();
  /** Revisions by stream. */
  readonly #accepted = new Map<string, number>();
  /** Hand-overs whose MAC comes later in the stream. */
  readonly #waiting: { readonly revision: number; readonly keyId: string }[] = [];
  readonly #findings: Finding[] = [];
  #last: HandOver | undefined;
  #lastRevision = 0;

  readonly #heads: ReadonlyMap<string, number>;

  /** With a key, the last hand-over must be to it or to one of its former keys. The check continues after these heads. */
  constructor(key?: PublicKey, heads: ChainHeads = []) {
    this.#heads = new Map(heads.map(({ stream, events }) => [stream, events - 1]));
    this.#trusted = key && [key, ...(key.former ?? [])].map(({ text }) => text);
  }

  /** Call it for all events in global order, before `check`. */
  observe(event: SourceEvent): void {
    const id = macKeyIdOf(event);
    if (id === undefined) return;
    const { stream, revision } = event;
    if (stream === PLATFORM_STREAM) this.#authenticate(id);
    const heads = this.#lastOf.get(stream) ?? new Map<string, Head>();
    this.#lastOf.set(stream, heads.set(id, { revision, hash: storedHash(event.metadata) ?? '' }));
  }

  /** The MAC of an append is in its last event. */
  #authenticate(id: string): void {
    const reason = 'the hand-over is not authenticated with the new key';
    for (const { revision, keyId } of this.#waiting.splice(0))
      if (keyId !== id) this.#findings.push(findingAt(PLATFORM_STREAM, revision, reason));
  }

  /** The data of an event that is valid. Throws RuleViolation. */
  check(event: SourceEvent, data: unknown): void {
    const { stream, revision, type } = event;
    if (stream !== PLATFORM_STREAM) return;
    if (type === 'history.accepted') this.#accept((data as PlatformEventData<'history.accepted'>).streams);
    if (type !== 'master_key.replaced') return;
    // The data was validated against the schema of this type.
    const handOver = data as HandOver;
    const { former_key_id, key_id, former_signing_key, signing_key } = handOver;
    const continues =
      this.#last === undefined ||
      (this.#last.key_id === former_key_id && this.#last.signing_key === former_signing_key) ||
      // The same hand-over again, which names further events.
      (this.#last.former_key_id === former_key_id && this.#last.key_id === key_id);
    requireRule(continues, RULE, 'the hand-over does not continue the one before');
    const text = handOverText(handOver);
    for (const [key, signature] of [
      [former_signing_key, handOver.former_signature],
      [signing_key, handOver.signature],
    ] as const)
      requireRule(
        parsePublicKey(key)?.verify(text, Buffer.from(signature, 'base64')) === true,
        RULE,
        `the hand-over has no valid signature of ${key}`,
      );
    this.#last = handOver;
    this.#waiting.push({ revision, keyId: key_id });
    const macKeyId = macKeyIdOf(event);
    if (macKeyId !== undefined) this.#authenticate(macKeyId);
    this.#lastRevision = revision;
    const named = this.#named.get(former_key_id) ?? new Map<string, Head>();
    this.#named.set(former_key_id, named);
    for (const each of handOver.streams) named.set(each.stream, each);
    named.set(stream, { revision, hash: '' });
  }

  /** An operator decided about these events. */
  #accept(streams: PlatformEventData<'history.accepted'>['streams']): void {
    for (const { stream, revision } of streams) this.#accepted.set(stream, revision);
  }

  #untrusted(): Finding[] {
    const { last, at } = { last: this.#last, at: this.#lastRevision };
    if (last === undefined || this.#trusted === undefined || this.#trusted.includes(last.signing_key))
      return [];
    const reason = `the master key was replaced, and its audit key is now ${last.signing_key}, which is not the given one`;
    return [findingAt(PLATFORM_STREAM, at, reason, 'checkpoint')];
  }

  /** The last revision that an operator has accepted, or that is not read again. */
  #knownThrough(stream: string): number {
    return Math.max(this.#accepted.get(stream) ?? -1, this.#heads.get(stream) ?? -1);
  }

  finish(): readonly Finding[] {
    const findings = [...this.#findings, ...this.#untrusted()];
    for (const [keyId, named] of this.#named)
      for (const stream of new Set([...this.#lastOf.keys(), ...named.keys()])) {
        const last = this.#lastOf.get(stream)?.get(keyId);
        const problem =
          stream === PLATFORM_STREAM
            ? afterHandOver(last, named)
            : mismatch(this.#knownThrough(stream), last, named.get(stream));
        if (problem !== undefined) findings.push(findingAt(stream, problem.revision, problem.reason));
      }
    return findings;
  }
}

const findingAt = (stream: string, revision: number, reason: string, rule: AuditRule = RULE): Finding =>
  toFinding({ stream, revision, id: null, type: null }, new RuleViolation(rule, reason));

type Problem = { readonly revision: number; readonly reason: string };

/** The hand-over itself follows the last event of the former key. */
function afterHandOver(last: Head | undefined, named: ReadonlyMap<string, Head>): Problem | undefined {
  const at = named.get(PLATFORM_STREAM)?.revision ?? -1;
  return last === undefined || last.revision < at
    ? undefined
    : { revision: last.revision, reason: 'its MAC is of a master key that was replaced before' };
}

function mismatch(known: number, last: Head | undefined, named: Head | undefined): Problem | undefined {
  if ((last?.revision ?? -1) <= known && (named?.revision ?? -1) <= known) return undefined;
  if (last === undefined && named === undefined) return undefined;
  if (last === undefined || (named !== undefined && last.revision < named.revision))
    return {
      revision: named?.revision ?? 0,
      reason: 'the hand-over names an event that the former key did not authenticate',
    };
  if (named === undefined || named.revision < last.revision)
    return { revision: last.revision, reason: 'its MAC is of a master key that was replaced before' };
  return named.hash === last.hash
    ? undefined
    : { revision: last.revision, reason: 'the hand-over names another event at this revision' };
}
