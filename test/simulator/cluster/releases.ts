/**
 * Nodes of an older release next to those of this one: they do not know the newest type of event. What they would do is what
 * this code does without that type, so the type is missing while a step of such a node runs.
 */
import { eventVersions } from '../../../src/generated/events.ts';
import type { Process } from '../scheduler/scheduler.ts';

const NEWEST_TYPE = 'clock.advanced';
/** The operation that records it. An older release does not have it. */
const NEWEST_OPERATION = 'advanceSandboxClock';

const versions: Record<string, number> = eventVersions;
const { [NEWEST_TYPE]: version } = eventVersions;

/** Call it before each step of a process, and with undefined at the end. */
export function enterRelease(process: Process | undefined): void {
  if (process?.isOlderRelease === true) Reflect.deleteProperty(versions, NEWEST_TYPE);
  else versions[NEWEST_TYPE] ??= version;
}

export const hasOperation = ({ isOlderRelease }: Process, operation: string): boolean =>
  !isOlderRelease || operation !== NEWEST_OPERATION;
