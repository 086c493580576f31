/** `audit status`: the last verification and the latest checkpoints of a running service. */
import { rowsOutcome, type DeclaredCommand } from '../operator/declared-command.ts';
import { isJsonObject } from '../outcome.ts';

export const AUDIT_STATUS: DeclaredCommand = {
  about: 'show the last verification and the latest checkpoint of each stream, from the running service',
  operation: 'getAuditStatus',
  output: (found) => ({
    ...rowsOutcome(found, {
      columns: ['stream', 'size', 'time', 'hash', 'problem'],
      emptyText:
        found['enabled'] === true
          ? 'There are no checkpoints yet.'
          : 'Checkpoints are off: CHECKPOINT_DIR is not set.',
    }),
    intro: lastVerificationText(found['last_verification']),
  }),
};

/** Summarizes the last verification and lists its findings. */
function lastVerificationText(last: unknown): string {
  if (!isJsonObject(last)) return 'No verification has been recorded yet.\n';
  const text = (name: string): string => String(last[name]);
  const count = Number(last['events']).toLocaleString('en');
  const checkpoints = last['checkpoints'] === 0 ? 'no checkpoints' : `${text('checkpoints')} checkpoints`;
  const findings = Array.isArray(last['findings']) ? last['findings'].filter(isJsonObject) : [];
  return [
    `Last verification: ${last['ok'] === true ? 'valid' : `INVALID (${text('findings_in_all')} streams)`}, ${text('finished_at')} (${ageOf(text('finished_at'))}).`,
    `Host ${text('host')} verified ${count} events up to position ${text('position')} of ${text('place')} against ${checkpoints}.`,
    ...findings.map(
      ({ stream, revision, rule, reason }) =>
        `  ${String(stream)} at revision ${String(revision)}: ${String(rule)}: ${String(reason)}`,
    ),
    '',
  ].join('\n');
}

function ageOf(time: string): string {
  const hours = Math.floor((Date.now() - Date.parse(time)) / 3_600_000);
  if (hours < 1) return 'less than an hour ago';
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
