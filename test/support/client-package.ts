/** Projects that use the packed client and command line, as their users do. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { buildPackages } from './project-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Packed = {
  readonly filename: string;
  /** Bytes of the file, and of what it installs. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { path: string }[];
};

type Packer = { readonly pack: (name: 'client' | 'cli', folder: string) => Packed };

/** Packs a compiled package into the folder. */
export async function packPackage(name: 'client' | 'cli', folder: string): Promise<Packed> {
  buildPackages();
  // It is JavaScript.
  const { pack } = (await import(new URL('../../scripts/pack.mjs', import.meta.url).href)) as Packer;
  return pack(name, folder);
}

/** Installs a packed package in a new project, without a network. */
export async function createProjectWith(
  name: 'client' | 'cli',
  folder: string,
  type: 'module' | 'commonjs',
): Promise<void> {
  const { filename } = await packPackage(name, folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, type }));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], {
    cwd: folder,
    stdio: 'pipe',
  });
}

/**
 * Installs the packed client in a new project, without a network. `others` are packages of this project that the new one can
 * import, too.
 */
export async function createClientProject(
  folder: string,
  type: 'module' | 'commonjs',
  others: readonly string[] = [],
): Promise<void> {
  await createProjectWith('client', folder, type);
  for (const name of others) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(join(target, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), target);
  }
}

/** Runs a JavaScript file of a project, and resolves with what it prints. */
export async function runInProject(
  folder: string,
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, timeout: 60_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [file], options);
  return stdout.trim();
}

/** The compiler's errors in files of a project, with settings as strict as possible. */
export function typeErrors(
  folder: string,
  files: readonly string[],
  types: readonly string[] = [],
  looser: ts.CompilerOptions = {},
): string[] {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: [...types],
      // The client's declarations are checked; those of Fastify and others are not ours.
      skipLibCheck: types.length > 0,
      ...looser,
    },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

/** JavaScript of a TypeScript file, in the module system of the project that it is written to. */
export const toJavaScript = (text: string, module: ts.ModuleKind = ts.ModuleKind.ESNext): string =>
  ts.transpileModule(text, {
    compilerOptions: { module, target: ts.ScriptTarget.ES2022, rewriteRelativeImportExtensions: true },
  }).outputText;
