/** The metrics at /metrics, and their use in the guide, the dashboard, and the alerts. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { sectionsOf } from '../../src/docs-site/guides.ts';
import { createOperatorClient } from '../support/client.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import {
  fundedWallet,
  newPayoutAccount,
  unknownId,
  submittedOfframp,
  transferBody,
} from '../support/api-steps.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

type Series = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const parsed = (text: string): Series[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
        value: Number(value),
      };
    });

/** Declared names, without the default metrics of Node.js and the process. */
const declared = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) \w+$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(process|nodejs)_/.test(name));

describe('The metrics', () => {
  let service: RunningService;
  let text: string;
  let ids: string[];
  let backups: Folder;

  before(async () => {
    backups = await temporaryFolder();
    // Some metrics exist only with a setting.
    service = await startTestService({}, Date.now, { backups: { directory: backups.path } });
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const offramp = await submittedOfframp(sandbox, wallet.id, account.id);
    await sandbox.post(`/v1/sandbox/transfers/${offramp.id}/payout_outcome`, { outcome: 'completed' });
    const unknown = transferBody(wallet.id, unknownId('wal'), '1.00');
    await sandbox.post('/v1/transfers', unknown, { idempotencyKey: 'twice' });
    await sandbox.post('/v1/transfers', unknown, { idempotencyKey: 'twice' });
    await sandbox.post('/v1/users', {});
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    await operator.post('/operator/v1/rails/sandbox/emailpay/availability', { available: false });
    ids = [wallet.id, wallet.user_id, account.id, offramp.id];
    text = await waitFor('all tasks to be counted', async () => {
      const shown = await (await fetch(`${service.url}/metrics`)).text();
      const isCounted = shown.includes('task_runs_total{kind="check_name",outcome="succeeded"}');
      const isBackedUp = shown.includes('\nbackup_newest_timestamp_seconds ');
      const isComplete = isCounted && isBackedUp && shown.includes('tasks_due{kind="submit_payout"} 0');
      return isComplete ? shown : undefined;
    });
  });
  after(async () => {
    await service.close();
    await backups.remove();
  });

  const value = (name: string, labels: Readonly<Record<string, string>> = {}): number | undefined =>
    parsed(text).find(
      (series) =>
        series.name === name &&
        Object.entries(labels).every(([key, wanted]) => series.labels[key] === wanted),
    )?.value;

  it('count what happened', () => {
    expect(value('http_refusals_total', { code: 'not_found' })).to.equal(2);
    expect(value('http_refusals_total', { code: 'validation_failed' })).to.equal(1);
    expect(value('writer_commands_total', { outcome: 'done' })).to.be.at.least(8);
    expect(value('writer_appends_total', { outcome: 'written' })).to.be.at.least(8);
    expect(value('writer_append_duration_seconds_count')).to.equal(
      value('writer_appends_total', { outcome: 'written' }),
    );
    expect(value('writer_conflicts_total')).to.equal(0);
    expect(value('writer_commands_decided_again_total')).to.equal(0);
    expect(value('writer_conflict_duration_seconds_count')).to.equal(0);
    expect(value('writer_books')).to.be.at.least(1);
    expect(value('writer_pending_commands')).to.equal(0);
    expect(value('ledger_transfers_total', { kind: 'onramp' })).to.equal(1);
    expect(value('ledger_transfers_total', { kind: 'offramp' })).to.equal(1);
    expect(value('ledger_transfer_state_changes_total', { state: 'payout_submitted' })).to.equal(1);
    expect(value('ledger_transfer_state_changes_total', { state: 'completed' })).to.equal(2);
    expect(value('ledger_fiat_in_total', { rail: 'bank_eft', currency: 'usd' })).to.equal(50);
    expect(value('ledger_fiat_out_total', { rail: 'bank_eft', currency: 'usd' })).to.equal(10);
    expect(value('projector_events_total')).to.be.at.least(20);
    expect(value('projector_page_duration_seconds_count')).to.equal(value('projector_pages_total'));
    expect(value('store_call_duration_seconds_count', { store: 'events', call: 'append' })).to.be.at.least(8);
    expect(value('task_runs_total', { kind: 'submit_payout', outcome: 'succeeded' })).to.equal(1);
    expect(value('tasks_due', { kind: 'submit_payout' })).to.equal(0);
    expect(value('task_oldest_due_seconds', { kind: 'submit_payout' })).to.equal(0);
    expect(value('rail_up', { environment: 'sandbox', rail: 'bank_eft' })).to.equal(1);
    expect(value('rail_up', { environment: 'sandbox', rail: 'emailpay' })).to.equal(0);
    expect(value('rail_calls_total', { call: 'submitPayout', outcome: 'succeeded' })).to.equal(1);
    expect(value('backups_failing')).to.equal(0);
  });

  it('have no label with an ID or personal data', () => {
    const values = new Set(parsed(text).flatMap(({ labels }) => Object.values(labels)));
    for (const each of values) {
      expect(each).to.not.match(/_[0-9a-hjkmnp-tv-z]{26}|svc_(test|live|op)_|book-|@/);
      for (const id of ids) expect(each).to.not.contain(id);
    }
    expect(parsed(text).length).to.be.below(1_500);
  });

  it('follow the Prometheus naming conventions', () => {
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      expect(name).to.match(/^[a-z][a-z0-9_]*$/);
      if (/^(process|nodejs)_/.test(name)) continue;
      expect(name.endsWith('_total'), name).to.equal(type === 'counter');
    }
  });

  it('are exactly those in the guide', () => {
    const table = read('docs/monitoring.md');
    const reported = [
      ...table.matchAll(/^\| `([a-z_]+)(?:\{([a-z,]*)\})?`\s+\| (counter|gauge|histogram)/gm),
    ];
    const shown = declared(text);
    const names = reported.map(([, name = '']) => name);
    expect(shown).to.include.members(names);
    expect(shown.filter((name) => !names.includes(name) && !isElsewhere(name))).to.deep.equal([]);
    for (const [, name = '', labels = '', type = ''] of reported) {
      expect(text).to.contain(`# TYPE ${name} ${type}`);
      const series = parsed(text).find((each) => each.name.replace(/_(bucket|sum|count)$/, '') === name);
      if (series === undefined) continue;
      const { le: _, ...own } = series.labels;
      expect(Object.keys(own), name).to.have.members(labels === '' ? [] : labels.split(','));
    }
  });

  /** Other guides may describe the metrics of their part. */
  const isElsewhere = (name: string): boolean =>
    readdirSync(new URL('docs', ROOT)).some(
      (file) =>
        file.endsWith('.md') && file !== 'monitoring.md' && read(`docs/${file}`).includes(`\`${name}`),
    );

  /** The anchors of a guide; empty if there is none of this name. */
  const guideSections = (page: string): string[] =>
    existsSync(new URL(`docs/${page}.md`, ROOT))
      ? sectionsOf(read(`docs/${page}.md`)).map(({ id }) => id)
      : [];

  /** The metric names in an expression, without functions, labels, and variables. */
  function metricsIn(expression: string): string[] {
    const bare = expression
      .replace(/\{[^}]*\}/g, '')
      .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
      .replace(/\[[^\]]*\]/g, '');
    return [...bare.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()/g)].map(([, name = '']) => name);
  }
  /** Exposed names, including the series of histograms that have no data yet. */
  function known(): Set<string> {
    const histograms = [...text.matchAll(/^# TYPE (\S+) histogram$/gm)].map(([, name = '']) => name);
    const parts = histograms.flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`));
    return new Set([...parsed(text).map(({ name }) => name), ...declared(text), ...parts, 'up']);
  }

  it('include all that the dashboard uses', () => {
    const dashboard = JSON.parse(read('ops/grafana/ledger.json'));
    const expressions: string[] = dashboard.panels.flatMap((panel: { targets?: { expr: string }[] }) =>
      (panel.targets ?? []).map(({ expr }) => expr),
    );
    expect(expressions.length).to.be.at.least(25);
    const there = known();
    for (const expression of expressions) {
      const names = metricsIn(expression);
      expect(names, expression).to.not.be.empty;
      for (const name of names) expect(there, expression).to.include(name);
    }
    const drawn = expressions.flatMap(metricsIn).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    for (const name of declared(text)) expect(drawn, 'the dashboard').to.include(name);
    const ids = dashboard.panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('include all that the alerts use', () => {
    const { groups } = parse(read('ops/prometheus/alerts.yml'));
    type Annotations = { summary: string; action: string; runbook: string };
    const rules: { alert: string; expr: string; for?: string; annotations: Annotations }[] = groups[0].rules;
    expect(rules.length).to.be.at.least(10);
    const there = known();
    for (const { alert, expr, annotations } of rules) {
      expect(annotations, alert).to.have.all.keys('summary', 'action', 'runbook');
      const [, page = '', section = ''] = /^docs\/(\w+)\.md#(.+)$/.exec(annotations.runbook) ?? [];
      expect(guideSections(page), alert).to.include(section);
      const names = metricsIn(expr.includes('up{') ? 'up_' : expr).filter((name) => name !== 'up_');
      for (const name of names) expect(there, alert).to.include(name);
    }
  });
});
