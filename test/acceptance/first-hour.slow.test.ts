/** What an integrator does first, in an empty folder, with nothing but Node.js and the two packages. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClientProject, runInProject } from '../support/client-package.ts';
import { installCommandLine } from '../support/command-line-package.ts';
import type { InstalledPackage } from '../support/command-line-package.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** Receives webhooks: verifies each of them and prints what happened. */
const RECEIVER = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@svc-ledger/client';

createServer(async (request, response) => {
  const publicKey = readFileSync('public.pem', 'utf8');
  const event = await verifyWebhook(await text(request), request.headers, publicKey);
  console.log(event.type, event.data.id, event.data.state ?? '');
  response.writeHead(204).end();
}).listen(Number(process.env.PORT));
`;

/** Ana deposits money, pays Ben, and cashes out. Prints the IDs. */
const APP = `
import { readFileSync } from 'node:fs';
import { createClient } from '@svc-ledger/client';

const { base_url: baseUrl, sandbox_api_key: apiKey } = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const ledger = createClient({ baseUrl, apiKey });
async function openWallet(first_name) {
  const user = await ledger.users.create({ type: 'individual', external_reference: first_name, first_name });
  await ledger.sandbox.setKyc(user.id, { kyc_status: 'approved' });
  return ledger.wallets.create(user.id, { asset: 'svc-points' });
}
const [ana, ben] = [await openWallet('Ana'), await openWallet('Ben')];
const source = { type: 'wallet', wallet_id: ana.id };
const dollars = { currency: 'usd', rail: 'bank_eft' };
const account = await ledger.depositAccounts.create(ana.user_id, { source: dollars, destination: { wallet_id: ana.id } });
const deposit = await ledger.sandbox.createDeposit({ deposit_account_id: account.id, amount: '50.00' });
const transfer = await ledger.transfers.create({ source, destination: { type: 'wallet', wallet_id: ben.id }, amount: '12.50' });
const bank = { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' };
const { id } = await ledger.payoutAccounts.create(ana.user_id, { type: 'bank', ...dollars, country: 'US', account_owner_name: 'Ana', bank });
const payout = await ledger.transfers.create({ source, destination: { type: 'payout_account', payout_account_id: id }, amount: '1000.00' });
await ledger.waitForTransfer(payout.id, { until: 'payout_submitted' });
await ledger.sandbox.setPayoutOutcome(payout.id, { outcome: 'completed' });
console.log([ana.user_id, deposit.id, transfer.id, payout.id].join(' '));
`;

const linesOf = (program: string): number => program.split('\n').filter((line) => line !== '').length;

describe('The first hour of an integrator', function () {
  // Installing, starting, and running everything takes less than five minutes.
  this.timeout(300_000);
  let folder: Folder;
  let installed: InstalledPackage;
  const running: ChildProcess[] = [];
  before(async () => {
    folder = await temporaryFolder();
  });
  after(async () => {
    for (const child of running.reverse()) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    await folder.remove();
  });

  /** Starts a program in the folder. Returns what it has printed so far. */
  function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): () => string {
    const own = {
      DATA_DIR: '',
      BASE_URL: '',
      API_KEY: '',
      EVENTSTORE_URL: '',
      MONGODB_URL: '',
      CONFIG_FILE: '',
    };
    const child = spawn(command, args, { cwd: folder.path, env: { ...process.env, ...own, ...env } });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return () => output;
  }

  it('ends with verified webhooks of a deposit, a transfer, and a payout, in less than 40 lines', async () => {
    expect(linesOf(RECEIVER) + linesOf(APP)).to.be.below(40);
    await createClientProject(folder.path, 'module');
    installed = installCommandLine(folder.path);
    writeFileSync(join(folder.path, 'receiver.js'), RECEIVER);
    writeFileSync(join(folder.path, 'app.js'), APP);

    const [port, hooks] = [String(await freePort()), String(await freePort())];
    const service = start(process.execPath, [join(installed.path, 'dist/src/main.js')], { PORT: port });
    await waitFor('the service', () => service().includes('Listening on') || undefined, 120_000);
    const received = start(process.execPath, ['receiver.js'], { PORT: hooks });
    const target = ['--forward-to', `localhost:${hooks}`, '--public-key-file', 'public.pem'];
    const listening = start(installed.binary, ['listen', ...target]);
    await waitFor('the command to listen', () => listening().includes('Receiving events') || undefined);

    const printed = await runInProject(folder.path, 'app.js', {});
    const [ana, deposit, transfer, payout] = printed.split(' ');
    const expected = [
      `user.created ${ana}`,
      `user.kyc_status_changed ${ana}`,
      `deposit.received ${deposit} funds_received`,
      `transfer.created ${transfer} pending`,
      `transfer.state_changed ${transfer} completed`,
      `transfer.state_changed ${payout} payout_submitted`,
      `transfer.state_changed ${payout} completed`,
    ];
    const missing = (): string[] => expected.filter((line) => !received().includes(line));
    await waitFor('all webhooks', () => missing().length === 0 || undefined).catch(() => undefined);
    expect(missing(), received() + listening()).to.deep.equal([]);
    expect(listening()).to.include('→ 204').and.not.to.include('→ 4').and.not.to.include('→ 5');
  });
});
