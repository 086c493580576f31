/** What others rely on, compared with its golden files. */
import { readFileSync, readdirSync } from 'node:fs';
import { fillCommand } from '../../scripts/cli/command-list.ts';
import { profilesFile } from '../../scripts/cli/profiles.ts';
import { createProgram } from '../../scripts/cli/run-cli.ts';
import { RAIL_ROUTES } from '../../src/api/connectors.ts';
import { readConfig } from '../../src/config/config.ts';
import { consoleRoutes } from '../../src/console/routes.ts';
import { createSite } from '../../src/docs-site/site.ts';
import { HOSTED_METHODS, hostedRoutes } from '../../src/hosted/hosted-pages.ts';
import { expectGolden } from './golden.ts';
import { documentLines, schemaLines } from './schema-lines.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
// These files are generated, or checked by tests of their own.
const readJson = (path: string) => JSON.parse(read(path)) as Readonly<Record<string, unknown>>;

describe('Golden files', () => {
  for (const name of ['openapi', 'openapi-operator'])
    it(`equal the contract of ${name}.json`, () => {
      expectGolden(`${name}.txt`, documentLines(readJson(`schemas/${name}.json`)));
    });

  it('equal the help of every command', async () => {
    const program = createProgram();
    for (const command of program.commands) await fillCommand(command);
    // The file of the person who runs the test.
    const lines = helpOf(program).map((line) => line.replaceAll(profilesFile(), '<profiles file>'));
    expectGolden('help.txt', lines);
  });

  it('equal the routes of the console', () => {
    const routes = consoleRoutes.flatMap(({ path, post }) => [
      `GET ${path}`,
      ...(post === undefined ? [] : [`POST ${path}`]),
    ]);
    // The first matching path wins, so their order is part of them.
    expectGolden('console-routes.txt', routes);
  });

  it('equal the routes of the hosted pages, and of the callbacks of connectors', () => {
    const pages = hostedRoutes.flatMap(({ path }) => HOSTED_METHODS.map((method) => `${method} ${path}`));
    const callbacks = RAIL_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expectGolden('hosted-routes.txt', [...pages, ...callbacks]);
  });

  it('equal the pages of the documentation', async () => {
    const site = createSite();
    const found = new Map<string, string>();
    const waiting = ['/docs', '/docs/search.json', '/llms.txt', '/llms-full.txt'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (found.has(path) || path.startsWith('/docs/assets/')) continue;
      const { status, content } = await site.respond(path, new URLSearchParams(), 'http://127.0.0.1');
      found.set(path, `${path} ${status} ${content.type}`);
      if (!content.type.startsWith('text/html')) continue;
      for (const [, href = ''] of content.body.toString().matchAll(/(?:href|src)="(\/docs[^"#?]*)/g))
        waiting.push(href);
    }
    expectGolden('docs-pages.txt', [...found.values()].sort());
  });

  it('equal the configuration', () => {
    const asked = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      { get: (_target, name) => void asked.add(String(name)) },
    );
    readConfig(env);
    for (const folder of ['src', 'scripts/cli', 'packages/client/src'])
      for (const file of readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }))
        if (file.endsWith('.ts')) for (const name of variablesIn(read(`${folder}/${file}`))) asked.add(name);
    const variables = [...asked].sort().map((name) => `environment ${name}`);
    expectGolden('configuration.txt', [
      ...variables,
      ...schemaLines('file', readJson('schemas/config.json')),
    ]);
  });
});

/** Names of variables in `env['NAME']` and in `const { NAME } = process.env`. */
const variablesIn = (source: string): string[] =>
  [
    ...source.matchAll(/\benv(?:\['|\.)([A-Z][A-Z0-9_]+)/g),
    ...source.matchAll(/^ {2}const \{([^}]*)\} = process\.env;/gm),
  ].flatMap(([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? []);

type Program = ReturnType<typeof createProgram>;

/** The help of a command and of all its subcommands. */
function helpOf(command: Program, path = command.name()): string[] {
  let text = '';
  command
    .configureHelp({ helpWidth: 120 })
    .configureOutput({ writeOut: (part) => void (text += part) })
    .outputHelp();
  const lines = [`=== ${path} --help`, ...text.trimEnd().split('\n')];
  return [...lines, ...command.commands.flatMap((each) => helpOf(each, `${path} ${each.name()}`))];
}
