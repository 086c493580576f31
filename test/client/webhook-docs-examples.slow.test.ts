/** Runs the examples of docs/webhooks.md unchanged. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { buildPackages } from '../support/project-process.ts';
import { startSharedService } from '../support/shared-service.ts';
import type { SharedService } from '../support/shared-service.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { Received } from '../support/webhook-receiver.ts';
import { isInstalled } from '../support/installed-programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { expectBody } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { skip } from '../support/skip.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENDPOINTS = '/v1/webhook_endpoints';

/** The code block with this file name. */
function example(name: string): string {
  const text = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const [, code] =
    new RegExp(`^\`\`\`\\w+ ${name.replace('.', '\\.')}\\n([^]*?)^\`\`\`$`, 'm').exec(text) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no example ${name}`);
  return code;
}

const CSHARP_PROJECT = `
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="BouncyCastle.Cryptography" Version="2.7.0" /></ItemGroup>
</Project>`;

/** Compiles the client, and installs it as a package. */
function installClient(projectFolder: string): void {
  buildPackages();
  const target = join(projectFolder, 'node_modules', '@svc-ledger', 'client');
  mkdirSync(target, { recursive: true });
  for (const name of ['package.json', 'dist'])
    cpSync(join(ROOT, 'packages/client', name), join(target, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/express'), join(projectFolder, 'node_modules/express'));
}

describe('The webhook receiver examples', () => {
  let folder: Folder;
  let service: SharedService;
  let pem: string;
  let got: Received;
  const file = (name: string, content: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  const signature = (): string => String(got.headers['svc-signature']);
  before(async () => {
    folder = await temporaryFolder();
    service = await startSharedService({
      features: { webhook_endpoint_test: true },
      webhooks: { allow_loopback: true },
    });
    const receiver = await startWebhookReceiver();
    const made = expectBody(await service.sandbox.post(ENDPOINTS, { url: receiver.url }), 201);
    expectBody(await service.sandbox.post(`${ENDPOINTS}/${made.id}/test`), 200);
    await receiver.close();
    pem = made.public_key_pem;
    const [received] = receiver.received;
    if (received === undefined) throw new Error('nothing was received');
    got = received;
  });
  before(() => {
    installClient(folder.path);
    file('package.json', '{"type":"module"}');
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  /**
   * Runs a verifier with the key, the header, and the body as arguments. Returns its exit code and output.
   */
  function check(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    return (header: string, body: string, key = pem) => {
      const given = [file('public.pem', key), header, file('body.json', body)];
      const { status, stdout } = spawnSync(command, [...args, ...given], { env: { ...process.env, ...env } });
      return { status, said: stdout.toString().trim() };
    };
  }

  function expectChecks(run: ReturnType<typeof check>, said: string): void {
    const otherKey = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519']);
    const other = execFileSync('openssl', ['pkey', '-pubout'], { input: otherKey }).toString();
    expect(run(signature(), got.body)).to.deep.equal({ status: 0, said });
    const wrong = signature().replace('v1=', `v1=${'0'.repeat(128)},v1=`);
    expect(run(wrong, got.body)).to.deep.equal({ status: 0, said });
    expect(run(signature(), `${got.body} `).status).to.not.equal(0);
    expect(run(signature().replace(/t=\d+/, 't=1'), got.body).status).to.not.equal(0);
    expect(run(signature(), got.body, other).status).to.not.equal(0);
  }

  it('verify with OpenSSL on the command line', function () {
    if (!isInstalled('openssl', 'version') || !isInstalled('bash', '--version'))
      skip(this, 'needs bash and the openssl command');
    const script = file('verify.sh', example('verify.sh'));
    chmodSync(script, 0o755);
    expectChecks(check('bash', [script]), `signed at ${/t=(\d+)/.exec(signature())?.[1]}`);
  });

  it('verify with Python and its cryptography package', function () {
    if (!isInstalled('python3', '-c', 'import cryptography'))
      skip(this, 'needs Python with its cryptography package');
    expectChecks(
      check('python3', [file('verify.py', example('verify.py'))]),
      String(got.headers['svc-event-id']),
    );
  });

  it('verify with Python and the openssl command', function () {
    if (!isInstalled('python3', '--version') || !isInstalled('openssl', 'version'))
      skip(this, 'needs Python and the openssl command');
    const hidden = join(folder.path, 'hidden');
    mkdirSync(join(hidden, 'cryptography'), { recursive: true });
    writeFileSync(join(hidden, 'cryptography', '__init__.py'), 'raise ImportError');
    const run = check('python3', [file('verify.py', example('verify.py'))], { PYTHONPATH: hidden });
    expectChecks(run, String(got.headers['svc-event-id']));
  });

  it('verify with Go', function () {
    if (!isInstalled('go', 'version')) skip(this, 'needs Go');
    const program = join(folder.path, 'verify-go');
    execFileSync('go', ['build', '-o', program, file('verify.go', example('verify.go'))], { stdio: 'pipe' });
    expectChecks(check(program, []), String(got.headers['svc-event-id']));
  }).timeout(120_000);

  it('verify with Java', function () {
    if (!isInstalled('javac', '-version')) skip(this, 'needs a JDK');
    execFileSync('javac', ['-d', folder.path, file('Verify.java', example('Verify.java'))], {
      stdio: 'pipe',
    });
    expectChecks(check('java', ['-cp', folder.path, 'Verify']), got.body);
  }).timeout(120_000);

  it('verify with C#', function () {
    if (!isInstalled('dotnet', '--version')) skip(this, 'needs the .NET SDK');
    const project = join(folder.path, 'csharp');
    mkdirSync(project);
    writeFileSync(join(project, 'verify.csproj'), CSHARP_PROJECT);
    writeFileSync(join(project, 'verify.cs'), example('verify.cs'));
    if (spawnSync('dotnet', ['restore'], { cwd: project }).status !== 0)
      skip(this, 'cannot install BouncyCastle.Cryptography');
    execFileSync('dotnet', ['build', '--no-restore', '--output', 'built'], { cwd: project, stdio: 'pipe' });
    expectChecks(check('dotnet', [join(project, 'built/verify.dll')]), String(got.headers['svc-event-id']));
  }).timeout(300_000);

  it('verify with PHP', function () {
    if (!isInstalled('php', '-r', 'exit(function_exists("sodium_crypto_sign_open") ? 0 : 1);'))
      skip(this, 'needs PHP with its extension sodium');
    expectChecks(
      check('php', [file('verify.php', example('verify.php'))]),
      String(got.headers['svc-event-id']),
    );
  });

  it('verify with Ruby', function () {
    if (!isInstalled('ruby', '-e', 'require "openssl"')) skip(this, 'needs Ruby');
    expectChecks(
      check('ruby', [file('verify.rb', example('verify.rb'))]),
      String(got.headers['svc-event-id']),
    );
  });

  it('verify with the compiled client in plain JavaScript', () => {
    const script = file(
      'verify.mjs',
      `import { readFileSync } from 'node:fs';
       import { verifyWebhook } from '@svc-ledger/client';
       const [key, header, body] = process.argv.slice(2);
       const event = await verifyWebhook(readFileSync(body), { 'svc-signature': header }, readFileSync(key, 'utf8'), {
         toleranceSeconds: 3600,
       });
       console.log(event.id);`,
    );
    expectChecks(check(process.execPath, [script]), String(got.headers['svc-event-id']));
  });

  it('receive with Node.js', async () => {
    const { sandbox } = service;
    const script = file('receiver.ts', example('receiver.ts'));
    const port = await freePort();
    const made = expectBody(await sandbox.post(ENDPOINTS, { url: `http://127.0.0.1:${port}/` }), 201);
    const env = {
      ...process.env,
      PUBLIC_KEY_FILE: file('node.pem', made.public_key_pem),
      PORT: String(port),
    };
    const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: ROOT, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await waitFor('the receiver to listen', () =>
        output.includes('listening on') ? true : exited(child, output),
      );
      const tested = expectBody(await sandbox.post(`${ENDPOINTS}/${made.id}/test`), 200);
      expect(tested.delivery).to.include({ succeeded: true, response_status: 204 });
      await waitFor('the event to be processed', () =>
        output.includes('test of we_') ? true : exited(child, output),
      );
      const forged = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'Svc-Signature': signature() },
        body: got.body,
      });
      expect([forged.status, await forged.text()]).to.deep.equal([400, 'signature_wrong']);
    } finally {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  });
});

/** Returns undefined while the process runs. Throws with its output if it has ended. */
function exited(child: ChildProcess, output: string): undefined {
  if (child.exitCode !== null) throw new Error(`the receiver has ended: ${output}`);
}

/** A port that is free now. */
