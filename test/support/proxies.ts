/** The sample configurations of proxies in ops/proxy, run by the real proxies in front of services of a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { isInstalled } from './installed-programs.ts';
import { waitFor } from './wait-for.ts';

export type Proxy = {
  readonly name: string;
  readonly file: string;
  readonly isInstalled: () => boolean;
  /** The program in the foreground with a configuration file. */
  readonly command: (file: string) => readonly [string, ...string[]];
  /** Replaces the ports and the servers of the sample. */
  readonly adapt: (text: string, port: number, servers: readonly string[]) => string;
};

export const PROXIES: readonly Proxy[] = [
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

/** Starts a proxy in front of these services. `folder` gets its configuration. */
export async function startProxy(
  proxy: Proxy,
  folder: string,
  serviceUrls: readonly string[],
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const sample = readFileSync(new URL(`../../ops/proxy/${proxy.file}`, import.meta.url), 'utf8');
  const file = join(folder, proxy.file);
  const servers = serviceUrls.map((each) => new URL(each).host);
  writeFileSync(file, proxy.adapt(sample, port, servers));
  const [command, ...args] = proxy.command(file);
  const program = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await waitFor('the proxy to answer', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  return {
    url,
    async stop() {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
    },
  };
}
