/** The alert rules and the dashboard, as Prometheus itself reads them. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { stringify } from 'yaml';
import { isInstalled } from '../support/installed-programs.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OPS = new URL('../../ops/', import.meta.url).pathname;

function checkRules(file: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
  return status === 0 ? stdout : `exit code ${status}: ${stdout}${stderr}`;
}

describe('Prometheus', () => {
  before(function () {
    if (!isInstalled('promtool', '--version')) skip(this, 'needs promtool, of the Debian package prometheus');
  });

  it('accepts the alert rules', () => {
    expect(checkRules(join(OPS, 'prometheus/alerts.yml'))).to.match(/SUCCESS: \d+ rules found/);
  });

  it('accepts the configuration', () => {
    const file = join(OPS, 'prometheus/prometheus.yml');
    // The token is not there.
    const check = ['check', 'config', '--syntax-only', file];
    const { status, stdout, stderr } = spawnSync('promtool', check, { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).to.equal(0);
  });

  it('accepts every expression of the dashboard', async () => {
    const { panels } = JSON.parse(readFileSync(join(OPS, 'grafana/ledger.json'), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    // Grafana replaces its variables.
    const rules = expressions.map((expr, at) => ({
      record: `dashboard:expression_${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\{?\w+\}?/g, 'x'),
    }));
    const folder = await temporaryFolder();
    const file = join(folder.path, 'rules.yml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(checkRules(file)).to.contain(`SUCCESS: ${rules.length} rules found`);
    writeFileSync(file, stringify({ groups: [{ name: 'broken', rules: [{ record: 'x', expr: 'sum(' }] }] }));
    expect(checkRules(file)).to.match(/^exit code 1/);
    await folder.remove();
  });
});
