/** The guides are held to what they speak of: their commands run, their links lead somewhere, their tables are whole. */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { headingId, linksIn, renderPage } from '../../../src/docs-site/guides.ts';
import { TRANSFER_KINDS, stepsOf } from '../../../src/docs-site/reference/concept-pages.ts';
import { errorEntries } from '../../../src/docs-site/reference/openapi-document.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../../src/sqlite/documents.ts';
import { createVault } from '../../../src/vault/vault.ts';
import { approvedUser, expectBody, fundedWallet } from '../../support/api-steps.ts';
import { hasShell } from '../../support/installed-programs.ts';
import { nodeArguments } from '../../support/project-process.ts';
import { startTestService } from '../../support/service.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { runScript, withStatus } from '../shell.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

type Schema = { readonly $defs: Readonly<Record<string, { readonly properties: object }>> };

/** An object of the interface, as its schema has it. */
function schemaOf(file: string, name: string): { readonly properties: object } {
  // The schemas are written by hand, and tested elsewhere.
  const { $defs } = JSON.parse(read(`schemas/api/${file}`)) as Schema;
  return $defs[name] ?? { properties: {} };
}

/** The commands of a guide, block by block. */
const shellIn = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

const markdownFiles = (): string[] => [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Not every machine has the shell of SQLite. */
const SQLITE_SHELL = `sqlite3() { '${process.execPath}' -e '
  const { DatabaseSync } = require(${JSON.stringify(fileURLToPath(import.meta.resolve('@photostructure/sqlite')))});
  new DatabaseSync(process.argv[1]).exec(process.argv[2]);
' "$@"; }`;

describe('The guides', () => {
  it('have no broken links', () => {
    const anchorsOf = (path: string): string[] =>
      renderPage(read(path), (href) => href).headings.map(({ id }) => id);
    const broken: string[] = [];
    for (const file of markdownFiles()) {
      for (const href of linksIn(read(file))) {
        if (/^(https?|mailto):/.test(href)) continue;
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? file : join(file, '..', path);
        const isThere = existsSync(new URL(target, ROOT));
        const hasAnchor =
          anchor === undefined ||
          !target.endsWith('.md') ||
          !isThere ||
          [...anchorsOf(target), headingId(/^# (.+)$/m.exec(read(target))?.[1] ?? '')].includes(anchor);
        if (!isThere || !hasAnchor) broken.push(`${file}: ${href}`);
      }
    }
    expect(broken).to.deep.equal([]);
  });

  it('are all in the index', () => {
    const named = linksIn(read('docs/README.md'));
    for (const file of readdirSync(new URL('docs', ROOT)))
      if (statSync(new URL(`docs/${file}`, ROOT)).isFile() && file !== 'README.md')
        expect(named).to.include(file);
  });

  it('integrate: every command runs with the result in the text', async function () {
    if (!hasShell()) skip(this, 'needs bash and curl');
    const service = await startTestService();
    const folder = await temporaryFolder();
    try {
      mkdirSync(join(folder.path, 'data'));
      cpSync(join(service.dataDir, 'credentials.json'), join(folder.path, 'data', 'credentials.json'));
      const text = read('docs/integrate.md').replaceAll('http://127.0.0.1:3000', service.url);
      const { code, output, errors } = await runScript(shellIn(text).join('\n'), {}, folder.path);
      expect(code, `${output}\n${errors}`).to.equal(0);
      expect(output).to.not.contain('"error"');
      const balances = [...output.matchAll(/"available":"([\d.]+)","pending"/g)].map(([, amount]) => amount);
      expect(balances).to.include.members(['5000.00', '4987.50']);
      for (const amount of ['5000.00', '4987.50']) expect(text).to.contain(amount);
      expect(output).to.contain('"object":"transfer_preview"').and.to.contain('"transfer.state_changed"');
    } finally {
      await service.close();
      await folder.remove();
    }
  });

  it('sandbox: every command runs with the variables of the other guides', async function () {
    if (!hasShell()) skip(this, 'needs bash and curl');
    const service = await startTestService();
    const folder = await temporaryFolder();
    try {
      const env = {
        ...withStatus(folder.path),
        BASE_URL: service.url,
        API_KEY: service.credentials.sandbox_api_key,
      };
      const blocks = shellIn(read('docs/sandbox.md'));
      const { code, output, errors } = await runScript(blocks.join('\n'), env, folder.path);
      expect(code, `${output}\n${errors}`).to.equal(0);
      expect(output).to.contain('"ahead_seconds":86400').and.to.contain('"object":"sandbox_reset"');
      expect(output.match(/\n200\b/g)).to.have.length(blocks.length);
    } finally {
      await service.close();
      await folder.remove();
    }
  });

  it('errors: the table contains every code with its status', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| (\d{3})\s+\| `(\w+)`/gm)].map(
      ([, status, code]) => `${String(status)} ${String(code)}`,
    );
    const known = [...errorEntries()].map(([code, { status }]) => `${status} ${code}`);
    expect(rows).to.have.members(known);
  });

  it('api: the table contains all final states of each kind of transfer', () => {
    for (const kind of TRANSFER_KINDS) {
      const row = new RegExp(`^\\| \`${kind}\` .*\\| (.+?) +\\|$`, 'm').exec(read('docs/api.md'))?.[1] ?? '';
      const steps = stepsOf(kind).filter(({ when }) => !when.startsWith('Reserved'));
      const final = steps.map(({ to }) => to).filter((state) => !steps.some(({ from }) => from === state));
      const listed = [...row.matchAll(/`(\w+)`/g)].map(([, state]) => state);
      expect(listed, kind).to.have.members([...new Set(final)]);
    }
  });

  it('api: quotes have the documented fields', () => {
    const said = /locks a price:([^.]*)/.exec(read('docs/api.md'))?.[1] ?? '';
    const { properties } = schemaOf('quote.json', 'Quote');
    const members = [...said.matchAll(/`(\w+)`/g)].map(([, member]) => member);
    expect(members).to.be.lengthOf(3);
    expect(Object.keys(properties)).to.include.members(members);
  });

  it('money: the example has the amounts in its table', async () => {
    const rows = [...read('docs/money.md').matchAll(/^\|.*\| +([\d.]+) \| +([\d.]+) \| +([\d.]+) \|$/gm)].map(
      ([, available, cashable, pending]) => ({ available, cashable, pending }),
    );
    const service = await startTestService({}, Date.now, {
      reviews: { amount_at_least: { user_to_user: '2000.00' } },
    });
    const { sandbox } = service;
    try {
      const wallet = await fundedWallet(sandbox, { cashable: '5000.00', earned: '2500.00' });
      const other = await fundedWallet(sandbox, {});
      const figures = async () => {
        const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
        const { available, cashable, pending } = expectBody(await sandbox.get(path), 200);
        return { available, cashable, pending };
      };
      const send = async (destination: object, amount: string) =>
        expectBody(
          await sandbox.post('/v1/transfers', {
            source: { type: 'wallet', wallet_id: wallet.id },
            destination,
            amount,
          }),
          201,
        );
      const review = async (id: string, outcome: string) =>
        expectBody(await sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome }), 200);
      const seen = [await figures()];
      const toOther = { type: 'wallet', wallet_id: other.id };
      await review((await send(toOther, '4000.00')).id, 'approved');
      seen.push(await figures());
      const account = expectBody(
        await sandbox.post(`/v1/users/${wallet.user_id}/payout_accounts`, {
          type: 'bank',
          currency: 'usd',
          country: 'US',
          rail: 'bank_eft',
          account_owner_name: 'Ada Moreau',
          bank: {
            bank_name: 'First Harbour Bank',
            account_number: '000123456789',
            routing_code: '021000021',
          },
        }),
        201,
      );
      await send({ type: 'payout_account', payout_account_id: account.id }, '1000.00');
      seen.push(await figures());
      const { id } = await send(toOther, '2000.00');
      seen.push(await figures());
      await review(id, 'rejected');
      seen.push(await figures());
      expect(rows).to.deep.equal(seen);
    } finally {
      await service.close();
    }
  });

  describe('operations: a backup of the file', () => {
    let folder: Folder;
    before(async () => {
      folder = await temporaryFolder();
    });
    after(() => folder.remove());

    it('is a set of files that the commands of the guide take, verify, and restore', async () => {
      const service = await startTestService();
      const wallet = await fundedWallet(service.sandbox, { cashable: '100.00' });
      const user = await approvedUser(service.sandbox, { first_name: 'Ada', last_name: 'Moreau' });
      const place = join(folder.path, 'set');
      mkdirSync(place);
      const cli = `svc-ledger() { '${process.execPath}' ${nodeArguments('scripts/cli.ts').join(' ')} "$@"; }`;
      const run = (name: string, env: Record<string, string>) => {
        const block = shellIn(read('docs/backup.md')).find((each) => each.includes(name)) ?? '';
        const commands = block.split('\n').filter((line) => !line.includes('npm start'));
        return runScript([cli, ...commands].join('\n'), env, place);
      };
      for (const name of ['svc-ledger backup ./backups', 'svc-ledger backup verify']) {
        const { code, errors } = await run(name, { DATA_DIR: service.dataDir });
        expect(code, errors).to.equal(0);
      }
      for (const name of ['master.key', 'credentials.json'])
        cpSync(join(service.dataDir, name), join(place, name));
      await service.close();
      const { code, errors, output } = await run('svc-ledger restore', { DATA_DIR: join(place, 'none') });
      expect(code, errors).to.equal(0);
      expect(output).to.match(/streams end as the manifest says and are valid/);
      const dataDir = join(place, 'restored');
      cpSync(join(place, 'credentials.json'), join(dataDir, 'credentials.json'));
      const again = await startTestService({ DATA_DIR: dataDir });
      try {
        const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
        expect(expectBody(await again.sandbox.get(path), 200)).to.include({ available: '100.00' });
        const { first_name, last_name } = expectBody(await again.sandbox.get(`/v1/users/${user.id}`), 200);
        expect([first_name, last_name]).to.deep.equal(['Ada', 'Moreau']);
      } finally {
        await again.close();
      }
    });

    it('can be taken while the service runs and restored with the commands of the guide', async () => {
      const service = await startTestService();
      const wallet = await fundedWallet(service.sandbox, { cashable: '100.00' });
      const user = await approvedUser(service.sandbox, { first_name: 'Ada', last_name: 'Moreau' });
      const taking = shellIn(read('docs/backup.md')).find((block) => block.includes('VACUUM INTO')) ?? '';
      symlinkSync(service.dataDir, join(folder.path, 'data'));
      const taken = await runScript(`${SQLITE_SHELL}\n${taking}`, {}, folder.path);
      expect(taken.code, taken.errors).to.equal(0);
      const modeOf = (path: string): number => statSync(join(folder.path, path)).mode & 0o777;
      expect([modeOf('backups'), modeOf('backups/backup.sqlite')]).to.deep.equal([0o700, 0o600]);
      cpSync(join(service.dataDir, 'master.key'), join(folder.path, 'master.key'));
      // What comes after the backup is lost with the machine.
      await approvedUser(service.sandbox);
      const { sandbox_api_key } = service.credentials;
      cpSync(join(service.dataDir, 'credentials.json'), join(folder.path, 'credentials.json'));
      await service.close();

      const restoring = shellIn(read('docs/backup.md')).find((block) =>
        block.includes('restored/master.key'),
      );
      const commands = (restoring ?? '').split('\n').filter((line) => !line.includes('npm start'));
      const { code, errors } = await runScript(commands.join('\n'), {}, folder.path);
      expect(code, errors).to.equal(0);
      const dataDir = join(folder.path, 'restored');
      cpSync(join(folder.path, 'credentials.json'), join(dataDir, 'credentials.json'));
      const again = await startTestService({ DATA_DIR: dataDir });
      try {
        expect(again.sandbox.apiKey).to.equal(sandbox_api_key);
        const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
        expect(expectBody(await again.sandbox.get(path), 200)).to.include({ available: '100.00' });
        // The master key opens what is sealed.
        const { first_name, last_name } = expectBody(await again.sandbox.get(`/v1/users/${user.id}`), 200);
        expect([first_name, last_name]).to.deep.equal(['Ada', 'Moreau']);
        expect(expectBody(await again.sandbox.get('/v1/users'), 200).data[0].id).to.equal(user.id);
        expect(statSync(join(dataDir, 'ledger.sqlite')).mode & 0o777).to.equal(0o600);
      } finally {
        await again.close();
      }
    });

    it('loses all documents except the vault with the commands of the guide', async () => {
      const file = join(folder.path, 'documents.sqlite');
      const documents = createSqliteDocuments(openDatabase(file));
      const masterKey = randomBytes(32);
      const sealed = (await createVault(documents, masterKey).createKey()).seal('Ada', 'context');
      await documents.putRecord('snapshots', 'book', 'of what was');
      await documents.write([], new Map([['users_v1', 7n]]));

      const emptying = shellIn(read('docs/backup.md')).find((block) => block.includes('emptied.sqlite'));
      const [, sql = ''] = /"([^"]+)"/.exec(emptying ?? '') ?? [];
      const database = openDatabase(file);
      database.exec(sql.replace('emptied.sqlite', join(folder.path, 'emptied.sqlite')));
      database.close();
      await documents.close();

      const emptied = createSqliteDocuments(openDatabase(join(folder.path, 'emptied.sqlite')));
      expect((await createVault(emptied, masterKey).keyFor(sealed))?.open(sealed, 'context')).to.equal('Ada');
      expect(await emptied.getRecord('snapshots', 'book')).to.equal(undefined);
      expect([...(await emptied.checkpoints())]).to.deep.equal([]);
      await emptied.putRecord('snapshots', 'book', 'of what is');
      await emptied.putRecord('snapshots', 'book', 'of what is now');
      expect(await emptied.getRecord('snapshots', 'book')).to.equal('of what is now');
      await emptied.close();
    });
  });
});
