/** The sample configurations of proxies, run by the real proxies in front of services on shared stores. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectBody, fundedWallet, newUser, newWallet, transferBody } from '../support/api-steps.ts';
import { createClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/installed-programs.ts';
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import { createSharedStoresWorld, untilReady } from '../support/shared-stores-world.ts';
import type { Node, SharedStoresWorld } from '../support/shared-stores-world.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const INTEGRATORS = 16;
const PAYMENTS = 60;

type Proxy = {
  readonly name: string;
  readonly file: string;
  readonly isInstalled: () => boolean;
  /** The program in the foreground with a configuration file. */
  readonly command: (file: string) => readonly [string, ...string[]];
  /** Replaces the ports and the servers of the sample. */
  readonly adapt: (text: string, port: number, servers: readonly string[]) => string;
};

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    isInstalled: () => isInstalled('nginx', '-v'),
    command: (file) => ['nginx', '-c', file, '-g', 'daemon off;'],
    adapt: (text, port, servers) =>
      text
        .replace('listen 8080;', `listen 127.0.0.1:${port};`)
        .replace('listen 8081;', 'listen unix:/tmp/ledger-operators.sock;')
        .replaceAll('/tmp/', `${tmpdir()}/ledger-${port}-`)
        .replace(/^ *server ledger-api-\d.*\n/gm, '')
        .replace('hash $book consistent;', (line) =>
          [line, ...servers.map((each) => `server ${each} max_fails=3 fail_timeout=10s;`)].join('\n'),
        ),
  },
  {
    name: 'HAProxy',
    file: 'haproxy.cfg',
    isInstalled: () => isInstalled('haproxy', '-v'),
    command: (file) => ['haproxy', '-db', '-f', file],
    adapt: (text, port, servers) =>
      text
        .replace('bind :8080', `bind 127.0.0.1:${port}`)
        .replace(/^ *server ledger-api-\d.*\n/gm, '')
        .concat(servers.map((each, i) => `  server node-${i} ${each}\n`).join('')),
  },
];

for (const proxy of PROXIES)
  describe(`${proxy.name} in front of several processes`, function () {
    this.timeout(120_000);
    let folder: Folder;
    let world: SharedStoresWorld;
    let nodes: Node[];
    let program: ChildProcess;
    let url: string;

    before(async function () {
      if (!proxy.isInstalled()) skip(this, `needs ${proxy.name}`);
      folder = await temporaryFolder();
      world = await createSharedStoresWorld(restorableMemoryDocuments());
      nodes = await Promise.all([world.startNode(), world.startNode(), world.startNode()]);
      await Promise.all(nodes.map(untilReady));
      const port = await freePort();
      const sample = readFileSync(new URL(`../../ops/proxy/${proxy.file}`, import.meta.url), 'utf8');
      const file = join(folder.path, proxy.file);
      const servers = nodes.map((node) => new URL(node.url).host);
      writeFileSync(file, proxy.adapt(sample, port, servers));
      const [command, ...args] = proxy.command(file);
      program = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      url = `http://127.0.0.1:${port}`;
      await waitFor('the proxy to answer', () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        ),
      );
    });
    after(async () => {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
      await world.close();
      await folder.remove();
    });

    /** How many users each process created. */
    const createdBy = (): Promise<number[]> =>
      Promise.all(
        nodes.map(async (node) => {
          const text = await (await fetch(`${node.url}/metrics`)).text();
          const count = /^http_request_duration_seconds_count\{method="POST",route="\/v1\/users".*\} (\d+)/m;
          return Number(count.exec(text)?.[1] ?? 0);
        }),
      );

    it('gets all requests of an integrator to one process, and uses every process', async () => {
      const used = new Set<number>();
      for (let i = 0; i < INTEGRATORS; i++) {
        const keys = await world.newSandboxKeys(2);
        const clients = keys.map((key) => createClient(url, key));
        const before = await createdBy();
        for (const client of clients) {
          await untilKnown(client);
          for (let n = 0; n < 3; n++) await newUser(client);
        }
        const added = (await createdBy()).map((count, node) => count - (before[node] ?? 0));
        expect(added.filter((count) => count > 0)).to.deep.equal([6]);
        used.add(added.indexOf(6));
      }
      expect(used.size).to.equal(nodes.length);
    });

    it('sends the requests of a process that ends to another one, and loses no payment', async () => {
      const [key = ''] = await world.newSandboxKeys(1);
      const client = createClient(url, key);
      await untilKnown(client);
      const before = await createdBy();
      const from = await fundedWallet(client, { cashable: '100.00' });
      const to = await newWallet(client);
      const serving = (await createdBy()).findIndex((count, node) => count > (before[node] ?? 0));
      const paying = Array.from({ length: PAYMENTS }, (_, i) =>
        pay(client, `payment-${i}`, transferBody(from.id, to.id, '1.00')),
      );
      await paying[0];
      const [node] = nodes.splice(serving, 1);
      await node?.close();
      await Promise.all(paying);
      const path = `/v1/users/${to.user_id}/wallets/${to.id}`;
      const { balance } = expectBody(await client.get(path), 200);
      expect(balance.available).to.equal(`${PAYMENTS}.00`);
    });
  });

/** A process reads new keys within a second. */
const untilKnown = (client: Client): Promise<true> =>
  waitFor('the key to be known', async () =>
    (await client.get('/v1/routes')).status === 200 ? true : undefined,
  );

/** Repeats a payment with its key until it is answered with 201. */
const pay = (client: Client, idempotencyKey: string, body: object): Promise<true> =>
  waitFor(`${idempotencyKey} to be answered`, async () => {
    const answer = await client.post('/v1/transfers', body, { idempotencyKey }).catch(() => undefined);
    return answer?.status === 201 ? true : undefined;
  });
