/** Runs the examples of the client's README unchanged, as programs of a project that has the packed client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { expect } from 'chai';
import { createClientProject, runInProject, toJavaScript, typeErrors } from '../support/client-package.ts';
import { freePort } from '../support/free-port.ts';
import { expectBody } from '../support/api-steps.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const README = readFileSync(new URL('../../packages/client/README.md', import.meta.url), 'utf8');

/** The code blocks with a file name, and those without, which are one program. */
const named = new Map<string, string>();
let program = '';
for (const [, name, code = ''] of README.matchAll(/^```ts(?: (\S+))?\n([^]*?)^```$/gm)) {
  if (name === undefined) program += code;
  else named.set(name, code);
}

/** The output that comments promise: at the end of a line, or below a loop. */
const PROMISED = [...program.matchAll(/^(?:\s*console\.log\(.*\); )?\/\/ (.*)$/gm)].map(
  ([, text = '']) => text,
);

const SERVERS = ['express.ts', 'fastify.ts', 'hono.ts', 'fetch.ts'];

/** Serves the default export of a file, as Deno, Bun, and workers do. */
const SERVE = (file: string): string => `
import { createServer } from 'node:http';
import app from './${file}';
createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const given = new Request('http://localhost' + request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(chunks),
  });
  const answer = await app.fetch(given);
  response.writeHead(answer.status).end(await answer.text());
}).listen(Number(process.env.PORT));
`;

describe("The examples of the client's README", function () {
  this.timeout(300_000);
  let folder: Folder;
  let service: RunningService;
  const env = (): Record<string, string> => ({
    BASE_URL: service.url,
    API_KEY: service.credentials.sandbox_api_key,
  });
  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService({}, Date.now, { webhooks: { allow_loopback: true } });
    await createClientProject(folder.path, 'module', ['express', 'fastify', 'hono', '@types']);
    named.set('walkthrough.ts', program);
    for (const [name, code] of named) {
      writeFileSync(join(folder.path, name), code);
      writeFileSync(join(folder.path, name.replace(/ts$/, 'js')), toJavaScript(code));
    }
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  it('compile', () => {
    expect(named.size).to.be.above(6);
    expect(typeErrors(folder.path, [...named.keys()], ['node'])).to.deep.equal([]);
  });

  it('print what their comments say', async () => {
    expect(PROMISED).to.have.length.above(15);
    const printed = await runInProject(folder.path, 'walkthrough.js', env());
    expect(printed.split('\n')).to.deep.equal(PROMISED);
  });

  it('receive events from the stream', async () => {
    const printed = runInProject(folder.path, 'stream.js', env());
    let isDone = false;
    void printed.finally(() => (isDone = true)).catch(() => undefined);
    await waitFor('an event to be received', async () => {
      if (isDone) return true;
      const user = { type: 'individual', external_reference: crypto.randomUUID() };
      expectBody(await service.sandbox.post('/v1/users', user), 201);
      return undefined;
    });
    expect(await printed).to.equal('user.created user');
  });

  for (const name of SERVERS)
    it(`receive webhooks with ${name}`, async () => {
      const port = await freePort();
      const endpoint = await service.sandbox.post('/v1/webhook_endpoints', {
        url: `http://127.0.0.1:${port}/hooks`,
      });
      const { id, public_key_pem } = expectBody(endpoint, 201);
      const file = name.replace(/ts$/, 'js');
      const isModule = named.get(name)?.includes('export default') === true;
      if (isModule) writeFileSync(join(folder.path, `serve-${file}`), SERVE(file));
      const server = start(folder.path, isModule ? `serve-${file}` : file, {
        PORT: String(port),
        PUBLIC_KEY: public_key_pem,
      });
      try {
        const url = `http://127.0.0.1:${port}/hooks`;
        const forged = await waitFor('the receiver to listen', () =>
          fetch(url, { method: 'POST', body: '{}' }).catch(() => server.expectRunning()),
        );
        expect([forged.status, await forged.text()]).to.deep.equal([400, 'signature_missing']);
        expectBody(await service.sandbox.patch(`/v1/webhook_endpoints/${id}`, { status: 'enabled' }), 200);
        const reference = `customer of ${name}`;
        expectBody(
          await service.sandbox.post('/v1/users', { type: 'individual', external_reference: reference }),
          201,
        );
        await waitFor('the event to be handled', () =>
          server.output().includes(`welcome ${reference}`) ? true : server.expectRunning(),
        );
      } finally {
        await server.stop();
      }
    });
});

/** Starts a program that runs until it is stopped. */
function start(folder: string, file: string, env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    output: () => output,
    expectRunning(): undefined {
      if (child.exitCode !== null) throw new Error(`the receiver has ended: ${output}`);
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}
