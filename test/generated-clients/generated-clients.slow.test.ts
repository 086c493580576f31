/**
 * Clients that maintained generators make from the served OpenAPI documents: they compile, and they create users and each kind of
 * transfer, and list and narrow events.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { build } from 'esbuild';
import { runInProject, typeErrors } from '../support/client-package.ts';
import { isInstalled } from '../support/installed-programs.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { HEY_API, OPENAPI_FETCH, ORVAL, programFor, type Generator } from './typescript-steps.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXPECTED = `
user approved
preview 100
created onramp awaiting_funds bank_eft
transfer onramp completed 5000.00
transfer user_to_user completed
transfer conversion completed
transfer offramp 1000.00
event transfer.created pending
event transfer.state_changed completed
event user.created ana
error 404 not_found
`.trim();

/** No program of a generator sends reports about its use or looks for a newer version. */
const ENVIRONMENT = {
  ...process.env,
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  KIOTA_CLI_TELEMETRY_OPTOUT: 'true',
  KIOTA_OFFLINE_ENABLED: 'true',
  KIOTA_TUTORIAL_ENABLED: 'false',
};

describe('A generated client', function () {
  this.timeout(600_000);
  let service: RunningService;
  let folder: Folder;
  before(async () => {
    service = await startTestService();
    folder = await temporaryFolder();
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const run = async (program: string, args: readonly string[], cwd: string, env = {}): Promise<string> => {
    const options = { cwd, env: { ...ENVIRONMENT, ...env }, maxBuffer: 64 * 1024 * 1024 };
    try {
      const { stdout } = await promisify(execFile)(program, args, options);
      return stdout.trim();
    } catch (error) {
      // A failed process has its output.
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
    }
  };
  const access = (): Readonly<Record<string, string>> => ({
    BASE_URL: service.url,
    API_KEY: service.credentials.sandbox_api_key,
  });
  async function newProject(name: string, document: string): Promise<string> {
    const project = join(folder.path, name);
    mkdirSync(project);
    writeFileSync(join(project, 'openapi.json'), await (await fetch(service.url + document)).text());
    return project;
  }

  /** Compiles the program with the generated types as strictly as possible, and runs it. */
  async function expectTypeScriptRuns(
    project: string,
    generator: Generator,
    reference: string,
  ): Promise<void> {
    writeFileSync(join(project, 'package.json'), '{ "type": "commonjs" }');
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    writeFileSync(join(project, 'program.ts'), programFor(generator));
    // Hey API's own code does not compile with these two.
    const looser = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false };
    expect(typeErrors(project, ['program.ts'], ['node'], looser)).to.deep.equal([]);
    await build({
      entryPoints: [join(project, 'program.ts')],
      outfile: join(project, 'program.js'),
      bundle: true,
      platform: 'node',
      logLevel: 'silent',
    });
    const printed = await runInProject(project, 'program.js', { ...access(), REFERENCE: reference });
    expect(printed).to.equal(EXPECTED);
  }
  const installed = (name: string): string => join(ROOT, 'node_modules/.bin', name);

  it('of openapi-typescript works', async () => {
    const project = await newProject('openapi-typescript', '/openapi.json');
    const args = ['openapi.json', '--root-types', '--root-types-no-schema-prefix', '--output', 'types.ts'];
    await run(installed('openapi-typescript'), args, project);
    await expectTypeScriptRuns(project, OPENAPI_FETCH, 'openapi-typescript');
  });

  it('of Hey API works', async () => {
    const project = await newProject('hey-api', '/openapi.json');
    await run(installed('openapi-ts'), ['--input', 'openapi.json', '--output', 'generated'], project);
    await expectTypeScriptRuns(project, HEY_API, 'hey-api');
  });

  it('of Orval works', async function () {
    if (!isInstalled('orval', '--version')) skip(this, 'needs the command orval');
    const project = await newProject('orval', '/openapi.json');
    const output = { target: './api.ts', client: 'fetch', baseUrl: service.url };
    const config = { api: { input: { target: './openapi.json' }, output } };
    writeFileSync(join(project, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
    await run('orval', ['--config', 'orval.config.cjs'], project);
    await expectTypeScriptRuns(project, ORVAL, 'orval');
  });

  describe('in C#', () => {
    let project: string;
    before(async function () {
      if (!isInstalled('dotnet', '--version')) skip(this, 'needs the .NET SDK');
      project = await newProject('dotnet', '/openapi/clients.json');
      cpSync(join(ROOT, 'test/generated-clients/dotnet'), project, { recursive: true });
      try {
        await run('dotnet', ['tool', 'restore', '--tool-manifest', 'dotnet-tools.json'], project);
        await run('dotnet', ['restore'], project);
      } catch (error) {
        skip(this, `cannot install the generators: ${String(error)}`);
      }
      const kiota = ['--language', 'CSharp', '--openapi', 'openapi.json', '--output', 'Kiota'];
      await run(
        'dotnet',
        ['kiota', 'generate', ...kiota, '--class-name', 'LedgerClient', '--namespace-name', 'Ledger.Kiota'],
        project,
      );
      const nswag = [
        '/input:openapi.json',
        '/output:Nswag.cs',
        '/classname:LedgerClient',
        '/namespace:Ledger.Nswag',
      ];
      await run(
        'dotnet',
        [
          'nswag',
          'openapi2csclient',
          ...nswag,
          '/GenerateOptionalParameters:true',
          '/GenerateOptionalPropertiesAsNullable:true',
        ],
        project,
      );
      await run('dotnet', ['build', '--no-restore', '--output', 'built'], project);
    });
    for (const [name, generator] of [
      ['Kiota', 'kiota'],
      ['NSwag', 'nswag'],
    ] as const)
      it(`of ${name} works`, async () => {
        const printed = await run('dotnet', ['built/clients.dll', generator], project, access());
        expect(printed.replaceAll('\r', '')).to.equal(EXPECTED);
      });
  });
});
