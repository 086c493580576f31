/** The example connector as a separate process, and signed callbacks from the test. */
import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { waitFor } from './wait-for.ts';

const SCRIPT = new URL('../../scripts/connector-example.ts', import.meta.url).pathname;

export type ExampleConnector = {
  readonly url: string;
  /** The provider settings of a rail in the sandbox; the secret is in the variable BANK_SECRET. */
  readonly provider: object;
  readonly env: Readonly<Record<string, string>>;
  /** Makes a control call; returns its status and body. */
  // oxlint-disable-next-line typescript/no-explicit-any
  control(name: string, body?: object): Promise<{ status: number; body: any }>;
  /** The signature header of a callback. */
  signed(body: string, options?: { at?: number; operation?: string; secret?: string }): string;
  stop(): Promise<void>;
};

export async function startExampleConnector(): Promise<ExampleConnector> {
  const BANK_SECRET = randomBytes(32).toString('base64');
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], {
    env: { ...process.env, PORT: '0', CONNECTOR_SECRET: BANK_SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await waitFor('the connector to listen', () => /http:\/\/[^\s]+/.exec(output)?.[0]);
  return {
    url,
    provider: {
      type: 'http',
      url,
      signing: { scheme: 'hmac-sha256', secrets: ['env:BANK_SECRET'] },
      // Not an integer number of milliseconds after multiplication.
      timeout_seconds: 2.01,
      ping_seconds: 0.05,
    },
    env: { BANK_SECRET },
    async control(name, body) {
      const response = await fetch(`${url}/control/${name}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    signed(body, { at = Date.now(), operation = 'callbacks', secret = BANK_SECRET } = {}) {
      const t = Math.floor(at / 1_000);
      const hmac = createHmac('sha256', Buffer.from(secret, 'base64'));
      return `t=${t},v1=${hmac.update(`${t}.${operation}.${body}`).digest('hex')}`;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
