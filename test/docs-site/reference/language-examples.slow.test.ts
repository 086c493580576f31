/** The examples of the reference in TypeScript, Python, and C#, taken from its pages. All are compiled. Those in TypeScript are run, and one of each other language. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import ts from 'typescript';
import { expectBody, onrampBody } from '../../support/api-steps.ts';
import { documentedOperations } from '../../support/client.ts';
import { isInstalled } from '../../support/installed-programs.ts';
import { documented, expectMatchesSchema } from '../../support/openapi-document.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Folder } from '../../support/temporary-folder.ts';
import { holderOfBoth } from '../../support/treasury.ts';
import { waitFor } from '../../support/wait-for.ts';
import { makeObjects, objectsFor } from '../example-objects.ts';
import { referenceRequests } from '../shell.ts';

const CSHARP_PROJECT = `
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>`;

const WRONG_KEY = 'svc_test_wrong';

/** They do not end. */
const STREAMS: ReadonlySet<string> = new Set(['streamEvents']);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('The examples of the reference', () => {
  let service: ServiceWithOperators;
  let folder: Folder;
  before(async () => {
    service = await startServiceWithOperators({
      features: { transfer_cancel: true, webhook_endpoint_test: true },
      reviews: { amount_at_least: { offramp: '900000.00' } },
    });
    folder = await temporaryFolder();
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  /** Writes each example to a file, and returns the files by operation. */
  async function writeExamples(
    root: 'api' | 'operator',
    language: string,
    extension: string,
  ): Promise<ReadonlyMap<string, string>> {
    const examples = await referenceRequests(service.url, root, language);
    return new Map(
      [...examples].map(([id, code]) => {
        const file = join(folder.path, `${id}.${extension}`);
        writeFileSync(file, code);
        return [id, file];
      }),
    );
  }
  const ids = (): string[] => documentedOperations().map(({ id }) => id);

  describe('in TypeScript', () => {
    let files: ReadonlyMap<string, string>;
    before(async () => {
      files = await writeExamples('api', 'typescript', 'mts');
    });

    it('exist for every operation', () => {
      expect([...files.keys()]).to.have.members(ids());
    });

    it('have the types of the client', () => {
      const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
      const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
      const types = [join(ROOT, 'node_modules', '@types')];
      const program = ts.createProgram([...files.values()], { ...options, typeRoots: types });
      const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
        file: file?.fileName,
        message: ts.flattenDiagnosticMessageText(messageText, '\n'),
      }));
      expect(problems).to.deep.equal([]);
    }).timeout(120_000);

    it('succeed', async () => {
      const objects = await makeObjects(service);
      for (const [id, file] of files) {
        // Nothing signs the state of this book.
        if (STREAMS.has(id) || id === 'getWalletBalanceProof') continue;
        const variables = { ...objects, ...(await objectsFor(id, service, objects)) };
        const printed = await run(file, variables);
        const { operation } = documented().operation(id);
        const status = Object.keys(operation.responses).findLast((each) => Number(each) < 300) ?? '';
        // A page is printed object by object.
        if (/^list(?!Routes)/.test(id)) for (const each of printed) expect(each, id).to.have.property('id');
        else expectMatchesSchema(id, Number(status), printed[0]);
      }
    });

    it('receive events until they are stopped', async () => {
      const { points } = await holderOfBoth(service.sandbox, { cashable: '100.00' });
      for (const id of STREAMS) {
        const child = spawn(process.execPath, ['--import', 'tsx', files.get(id) ?? ''], {
          cwd: ROOT,
          env: { ...process.env, BASE_URL: service.url, API_KEY: service.sandbox.apiKey },
        });
        try {
          let printed = '';
          child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
          // Events before the connection are not sent.
          await waitFor('an event', async () => {
            expectBody(await service.sandbox.post('/v1/transfers', onrampBody(points.id, '5.00')), 201);
            return printed.includes("'transfer.created'") ? true : undefined;
          });
        } finally {
          child.kill();
        }
      }
    });

    it('name the code of an error', async () => {
      const wrong = { ...(await makeObjects(service)), API_KEY: WRONG_KEY };
      const file = join(folder.path, 'createUser-wrong.mts');
      copyFileSync(files.get('createUser') ?? '', file);
      expect((await run(file, wrong)).slice(0, 1)).to.deep.equal(['invalid_api_key']);
    });

    /** Runs an example in this process, and returns what it prints. */
    async function run(file: string, variables: Readonly<Record<string, string>>): Promise<unknown[]> {
      const { env } = process;
      const { log, error } = console;
      const printed: unknown[] = [];
      process.env = { ...env, BASE_URL: service.url, API_KEY: service.sandbox.apiKey, ...variables };
      console.log = (value: unknown) => printed.push(value);
      console.error = (...values: unknown[]) => printed.push(...values);
      try {
        await import(pathToFileURL(file).href);
      } finally {
        process.env = env;
        console.log = log;
        console.error = error;
      }
      return printed;
    }
  });

  describe('in Python', () => {
    it('compile, for every operation of both APIs', async function () {
      if (spawnSync('python3', ['--version']).status !== 0) skip(this, 'needs Python 3');
      const files = [
        ...(await writeExamples('api', 'python', 'py')),
        ...(await writeExamples('operator', 'python', 'py')),
      ];
      expect(files.map(([id]) => id)).to.have.members([
        ...ids(),
        ...documentedOperations('openapi-operator.json').map(({ id }) => id),
      ]);
      const { status, stderr } = spawnSync(
        'python3',
        ['-m', 'py_compile', ...files.map(([, file]) => file)],
        {
          encoding: 'utf8',
        },
      );
      expect([status, stderr]).to.deep.equal([0, '']);
    });

    it('run, and name the code of an error', async function () {
      if (spawnSync('python3', ['-c', 'import requests']).status !== 0)
        skip(this, 'needs Python 3 with its requests package');
      const examples = await referenceRequests(service.url, 'api', 'python');
      const runWith = (apiKey: string, id: string) =>
        promisify(execFile)('python3', ['-c', examples.get(id) ?? ''], {
          env: { ...process.env, BASE_URL: service.url, API_KEY: apiKey },
        });
      expect((await runWith(service.sandbox.apiKey, 'listUsers')).stdout).to.contain("'data'");
      const failed: unknown = await runWith(WRONG_KEY, 'listUsers').catch((error: unknown) => error);
      expect(failed)
        .to.have.property('stderr')
        .that.matches(/^invalid_api_key: /);
    });
  });

  describe('in C#', () => {
    it('compile, for every operation of both APIs, and name the code of an error', async function () {
      if (!isInstalled('dotnet', '--version')) skip(this, 'needs the .NET SDK');
      const examples = [
        ...(await referenceRequests(service.url, 'api', 'csharp')),
        ...(await referenceRequests(service.url, 'operator', 'csharp')),
      ];
      expect(examples.map(([id]) => id)).to.have.members([
        ...ids(),
        ...documentedOperations('openapi-operator.json').map(({ id }) => id),
      ]);
      const project = join(folder.path, 'csharp');
      mkdirSync(project);
      writeFileSync(join(project, 'examples.csproj'), CSHARP_PROJECT);
      // A project has one program of statements, so each example becomes a method.
      const methods = examples.map(
        ([id, code]) => `public static async Task ${id}()\n{\n${code.replace(/^using [\w.]+;$/gm, '')}\n}`,
      );
      const program = `using System.Text;\nusing System.Text.Json;\n\nawait Examples.listUsers();\n`;
      writeFileSync(
        join(project, 'Program.cs'),
        `${program}\nstatic class Examples\n{\n${methods.join('\n')}\n}`,
      );
      const built = spawnSync('dotnet', ['build', '--output', 'built'], { cwd: project, encoding: 'utf8' });
      expect(built.status, built.stdout).to.equal(0);
      const runWith = (apiKey: string) =>
        promisify(execFile)('dotnet', [join(project, 'built/examples.dll')], {
          env: { ...process.env, BASE_URL: service.url, API_KEY: apiKey },
        });
      expect((await runWith(service.sandbox.apiKey)).stdout).to.contain('"data"');
      const failed: unknown = await runWith(WRONG_KEY).catch((error: unknown) => error);
      expect(failed).to.have.property('stderr').that.contains('invalid_api_key: ');
    }).timeout(300_000);
  });
});
