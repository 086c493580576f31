/** Compiles the client to ECMAScript modules and to CommonJS modules, both with type declarations. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('.', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
// The package of this folder has the smallest version of TypeScript that reads the declarations.
const tsc = createRequire(new URL('../../package.json', import.meta.url)).resolve('typescript/bin/tsc');
for (const project of ['tsconfig.json', 'tsconfig.commonjs.json']) {
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// The compiler rewrites extensions in code only, and earlier compilers do not find `./file.ts` from declarations. Nor do they know arrays of
// bytes with a parameter.
for (const entry of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (!entry.endsWith('.d.ts')) continue;
  const text = readFileSync(`dist/${entry}`, 'utf8');
  const portable = text
    .replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'")
    .replaceAll('Uint8Array<ArrayBuffer>', 'Uint8Array');
  writeFileSync(`dist/${entry}`, portable);
}
// The package's own type is "module".
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
