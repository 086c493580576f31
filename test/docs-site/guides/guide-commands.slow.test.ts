/** Runs blocks of the guides that are not a whole story: single requests, verifiers in Python, and files in YAML. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readConfig } from '../../../src/config/config.ts';
import { fundedWallet } from '../../support/api-steps.ts';
import { runCliProcess } from '../../support/cli.ts';
import { hasShell, isInstalled } from '../../support/installed-programs.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { CURL_TIMED_OUT, runScript, withStatusAndLimit } from '../shell.ts';
import { blockWith, blocksOf } from './guide-blocks.ts';

/** Where the guides say that the service is. */
const DOCUMENTED = 'http://127.0.0.1:3000';

describe('The commands of the guides', () => {
  let service: RunningService;
  let folder: Folder;
  before(async () => {
    service = await startTestService();
    folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'data'));
    cpSync(join(service.dataDir, 'credentials.json'), join(folder.path, 'data', 'credentials.json'));
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  /** Runs a block with these IDs instead of its placeholders. */
  async function run(
    code: string,
    ids: Readonly<Record<string, string>> = {},
    env: object = {},
  ): Promise<string> {
    let script = code.replaceAll(DOCUMENTED, service.url);
    for (const [placeholder, id] of Object.entries(ids)) script = script.replaceAll(placeholder, id);
    const { sandbox_api_key, operator_token } = service.credentials;
    const variables = { BASE_URL: service.url, API_KEY: sandbox_api_key, OPERATOR_TOKEN: operator_token };
    const ended = await runScript(script, { ...variables, ...env }, folder.path);
    expect(ended.code, `${script}\n${ended.output}${ended.errors}`).to.be.oneOf([0, CURL_TIMED_OUT]);
    expect(ended.output).to.not.contain('"error":{');
    return ended.output;
  }
  const needsShell = (context: Mocha.Context): void => {
    if (!hasShell()) skip(context, 'needs bash and curl');
  };

  it('README.md: pays Ben', async function () {
    needsShell(this);
    const output = await run(blockWith('README.md', 'idof()'));
    expect(output).to.contain('"available":"4987.50"').and.to.contain('"state":"completed"');
  });

  it('docs/api.md: lists refused requests', async function () {
    needsShell(this);
    expect(await run(blockWith('docs/api.md', '/v1/requests?status=4xx'))).to.match(/^\{"data":/);
  });

  it('docs/webhooks.md: registers and enables an endpoint, streams events, and shows deliveries', async function () {
    needsShell(this);
    const made = await run(blockWith('docs/webhooks.md', 'shop.example/hooks'));
    const { id } = JSON.parse(made) as { id: string };
    const enabled = await run(blockWith('docs/webhooks.md', '"status": "enabled"'), { 'we_01…': id });
    expect(enabled).to.contain('"status":"enabled"');
    const stream = blockWith('docs/webhooks.md', '/v1/events/stream');
    expect(await run(stream, {}, withStatusAndLimit(folder.path))).to.match(/^retry: 1000\n/);
    const [list = '', one = ''] = blockWith('docs/webhooks.md', '/deliveries?state=failed').split('\n');
    expect(await run(list, { 'we_01…': id })).to.match(/^\{"data":\[\]/);
    // No delivery has failed here, so the path of the second request is only known to be right.
    const { output } = await runScript(one, { BASE_URL: service.url, API_KEY: service.sandbox.apiKey });
    expect(output).to.contain('Unknown webhook delivery');
  });

  it('docs/operators.md and docs/first-change.md: call the operator API', async function () {
    needsShell(this);
    const wallet = await fundedWallet(service.sandbox, { cashable: '100.00' });
    const rewarded = await run(
      blockWith('docs/first-change.md', 'first-change-1'),
      {},
      { WALLET: wallet.id },
    );
    expect(rewarded).to.contain('"amount":"1.00"');
    const frozen = await run(blockWith('docs/operators.md', '/operator/v1/reviews'), { 'wal_…': wallet.id });
    expect(frozen)
      .to.match(/^\{"data":/)
      .and.to.contain('"frozen"');
  });

  it('docs/architecture.md and docs/auditors.md: verify the hash chain in Python', async function () {
    if (!isInstalled('python3', '--version')) skip(this, 'needs Python 3');
    await fundedWallet(service.sandbox, { cashable: '100.00' });
    const exported = join(folder.path, 'ledger.tar.gz');
    const { code, err } = await runCliProcess(
      { DATA_DIR: service.dataDir },
      'audit',
      'export',
      '--out',
      exported,
    );
    expect(code, err).to.equal(0);
    for (const [file, data] of [
      ['docs/architecture.md', join(service.dataDir, 'ledger.sqlite')],
      ['docs/auditors.md', exported],
    ] as const) {
      const [block] = blocksOf(file).filter(({ language }) => language === 'python');
      const { stdout } = await promisify(execFile)('python3', ['-c', block?.code ?? '', data]);
      expect(stdout, file)
        .to.match(/^[0-9a-f]{64} platform$/m)
        .and.to.match(/^[0-9a-f]{64} book-int_\w+-sandbox$/m);
    }
  });

  it('docs/cli.md: the fixture passes', async () => {
    const [block] = blocksOf('docs/cli.md').filter(({ language }) => language === 'yaml');
    const file = join(folder.path, 'fixture.yaml');
    writeFileSync(file, `name: Example\n${block?.code ?? ''}`);
    const env = { BASE_URL: service.url, API_KEY: service.sandbox.apiKey };
    const { code, out, err } = await runCliProcess(env, 'fixtures', 'run', file);
    expect(code, out + err).to.equal(0);
  });

  it('docs/rails.md and docs/reconciliation.md: the configuration is valid', () => {
    for (const guide of ['docs/rails.md', 'docs/reconciliation.md'])
      for (const { language, code } of blocksOf(guide)) {
        if (language !== 'yaml') continue;
        const file = join(folder.path, 'config.yaml');
        writeFileSync(file, code);
        const secret = Buffer.alloc(32).toString('base64');
        expect(readConfig({ CONFIG_FILE: file, BANK_EFT_SECRET: secret }).file, guide).to.be.an('object');
      }
  });
});
