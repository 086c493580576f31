/** The packed client in empty projects of both module systems. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createClientProject, packPackage, runInProject, typeErrors } from '../support/client-package.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PROGRAM = `
  const ledger = createClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY });
  const run = async () => {
    const user = await ledger.users.create({ type: 'individual', external_reference: REFERENCE, first_name: 'Ana' });
    const error = await ledger.users.create({ type: 'individual', external_reference: REFERENCE }).catch((e) => e);
    console.log(user.object, error instanceof LedgerError, error.existingId === user.id, decimal.add('0.1', '0.2'));
  };
  run();
`;

/** A correct use, and one that must not compile, so that the check can fail. */
const TYPED = `
  const ledger = createClient({ baseUrl: 'https://ledger.example', apiKey: 'svc_test_x' });
  export const balance = async (): Promise<string> => (await ledger.wallets.getBalance('usr_1', 'wal_1')).available;
  export const handler = createWebhookHandler({
    publicKeys: '',
    on: { 'transfer.created': ({ data }) => decimal.compare(data.amount, '1') },
  });
`;
/** What the types say about the variants of an answer. */
const NARROWED = `
  import type { Transfer, User } from '@svc-ledger/client';
  export const senderOf = ({ source }: Transfer): string =>
    source.type === 'wallet' ? source.wallet_id : source.currency;
  export const receivedOf = ({ receipt }: Transfer): string | undefined => receipt?.amount_received;
  export const creditedBy = (transfer: Transfer): string | undefined =>
    transfer.kind === 'onramp' && transfer.receipt !== null ? transfer.receipt.amount_received : undefined;
  export const nameOf = (user: User): string | null =>
    user.type === 'business' ? user.business_name : user.first_name;
`;
const WRONG = `${TYPED}
  export const wrong = ledger.users.create({ type: 'robot', external_reference: 'x' });
`;

describe('The packed client', function () {
  this.timeout(300_000);
  let folder: Folder;
  let service: RunningService;
  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService();
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  it('has only compiled files, no dependencies, and the version of the service', async () => {
    const { files, size } = await packPackage('client', folder.path);
    for (const { path } of files)
      expect(path).to.match(
        /^(dist\/(esm|cjs)\/[\w/-]+\.(js|d\.ts)|dist\/cjs\/package\.json|package\.json|README\.md|LICENSE)$/,
      );
    expect(files.map(({ path }) => path)).to.include.members(['README.md', 'LICENSE', 'dist/esm/index.js']);
    expect(size).to.be.below(200_000);

    await createClientProject(folder.path, 'module');
    const installed = join(folder.path, 'node_modules/@svc-ledger/client');
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).to.equal(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
    const manifestOf = (path: string): { version: string; dependencies?: object } =>
      JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as never;
    const manifest = manifestOf(installed);
    for (const name of ['dependencies', 'devDependencies', 'scripts', 'private'])
      expect(manifest).to.not.have.property(name);
    expect(manifest.version).to.equal(manifestOf(ROOT).version);
  });

  it('cannot be packed from a folder that is not built', async () => {
    const clone = await temporaryFolder();
    try {
      const source = join(ROOT, 'packages/client');
      for (const name of ['package.json', 'README.md', 'src'])
        cpSync(join(source, name), join(clone.path, name), { recursive: true });
      const { status, stderr } = spawnSync('npm', ['pack'], { cwd: clone.path, encoding: 'utf8' });
      expect(status).to.equal(1);
      expect(stderr).to.include('must have name and version');
      expect(readdirSync(clone.path)).to.have.members(['package.json', 'README.md', 'src']);
    } finally {
      await clone.remove();
    }
  });

  it('has types that TypeScript 5.0 reads, with the library of browsers or the types of Node.js', async () => {
    const project = await temporaryFolder();
    try {
      await createClientProject(project.path, 'module');
      const typed = "import { createClient, createWebhookHandler, decimal } from '@svc-ledger/client';\n";
      writeFileSync(join(project.path, 'typed.ts'), typed + TYPED + NARROWED);
      const oldest = createRequire(new URL('../../packages/client/package.json', import.meta.url)).resolve(
        'typescript/bin/tsc',
      );
      const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
      for (const [library, more] of [
        ['es2022,dom', []],
        ['es2022', ['--types', 'node', '--typeRoots', types]],
      ] as const) {
        const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'node16'];
        const { stdout, status } = spawnSync(
          process.execPath,
          [oldest, ...flags, '--lib', library, ...more, 'typed.ts'],
          { cwd: project.path, encoding: 'utf8' },
        );
        expect(stdout, library).to.equal('');
        expect(status, library).to.equal(0);
      }
    } finally {
      await project.remove();
    }
  });

  for (const [type, imports] of [
    [
      'module',
      "import { createClient, createWebhookHandler, decimal, LedgerError } from '@svc-ledger/client';",
    ],
    [
      'commonjs',
      "const { createClient, createWebhookHandler, decimal, LedgerError } = require('@svc-ledger/client');",
    ],
  ] as const)
    it(`installs offline, runs, and has types in an empty project of type ${type}`, async () => {
      const project = await temporaryFolder();
      try {
        await createClientProject(project.path, type);
        const script = `${imports}\nconst REFERENCE = '${type}';${PROGRAM}`;
        writeFileSync(join(project.path, 'program.js'), script);
        const env = { BASE_URL: service.url, API_KEY: service.credentials.sandbox_api_key };
        expect(await runInProject(project.path, 'program.js', env)).to.equal('user true true 0.3');

        // In TypeScript, both are written as imports, and the package's type decides what they become.
        const typed = "import { createClient, createWebhookHandler, decimal } from '@svc-ledger/client';\n";
        writeFileSync(join(project.path, 'typed.ts'), typed + TYPED + NARROWED);
        writeFileSync(join(project.path, 'wrong.ts'), typed + WRONG);
        expect(typeErrors(project.path, ['typed.ts'])).to.deep.equal([]);
        expect(typeErrors(project.path, ['wrong.ts']).join()).to.contain('"robot"');
      } finally {
        await project.remove();
      }
    });
});
