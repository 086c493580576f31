/** `audit status`: the last verification and the last checkpoints, as the running service knows them. */
import type { Command } from 'commander';
import { isJsonObject } from '../outcome.ts';
import { apiAction } from '../program.ts';

export function addStatus(audit: Command): void {
  audit
    .command('status')
    .description(
      'tell the last verification and the last checkpoint of each stream, as the running service knows them',
    )
    .action(
      apiAction(async (api) => {
        const found = await api.get('/audit');
        const rows = Array.isArray(found['data']) ? found['data'].filter(isJsonObject) : [];
        const none =
          found['enabled'] === true ? 'No checkpoint is written yet.' : 'CHECKPOINT_DIR is not set.';
        const columns = ['stream', 'size', 'time', 'hash', 'problem'];
        return { json: found, intro: lastTold(found['last_verification']), view: { rows, columns, none } };
      }),
    );
}

/** The last verification in a sentence or two, and what it found wrong. */
function lastTold(last: unknown): string {
  if (!isJsonObject(last)) return 'No verification is recorded yet.\n';
  const text = (name: string): string => String(last[name]);
  const count = Number(last['events']).toLocaleString('en');
  const held = last['checkpoints'] === 0 ? 'no checkpoints' : `${text('checkpoints')} checkpoints`;
  const findings = Array.isArray(last['findings']) ? last['findings'].filter(isJsonObject) : [];
  return [
    `Last verification: ${last['ok'] === true ? 'all right' : `WRONG (${text('findings_in_all')} of the streams)`}, ${text('finished_at')} (${agoIn(text('finished_at'))}).`,
    `It read ${count} events up to position ${text('position')} of ${text('place')}, held against ${held}, on ${text('host')}.`,
    ...findings.map(
      ({ stream, revision, rule, reason }) =>
        `  ${String(stream)} at revision ${String(revision)}: ${String(rule)}, ${String(reason)}`,
    ),
    '',
  ].join('\n');
}

function agoIn(time: string): string {
  const hours = Math.floor((Date.now() - Date.parse(time)) / 3_600_000);
  if (hours < 1) return 'within the hour';
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
