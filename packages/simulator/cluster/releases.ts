/**
 * Nodes of an older release next to those of this one: they do not know the newest type of event. What they would do is what
 * this code does without that type, so the type is missing while a step of such a node runs. Their documents and snapshots have
 * older versions (stores/older-release.ts).
 */
import { eventVersions } from '../../../src/generated/events.ts';
import type { Process } from '../scheduler/scheduler.ts';

const NEWEST_TYPE = 'clock.advanced';
/**
 * The operation that records it, which an older release does not have, and the one whose answer depends on it: an older release
 * shows a quote as open until the real time is over.
 */
const NEWER_OPERATIONS = ['advanceSandboxClock', 'getQuote'];

const versions: Record<string, number> = eventVersions;
const { [NEWEST_TYPE]: version } = eventVersions;

/** Call it before each step of a process, and with undefined at the end. */
export function enterRelease(process: Process | undefined): void {
  if (process?.isOlderRelease === true) Reflect.deleteProperty(versions, NEWEST_TYPE);
  else versions[NEWEST_TYPE] ??= version;
}

export const hasOperation = ({ isOlderRelease }: Process, operation: string): boolean =>
  !isOlderRelease || !NEWER_OPERATIONS.includes(operation);
