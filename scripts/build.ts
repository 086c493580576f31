/**
 * Compiles the service, the CLI, and the demo to JavaScript in `dist`, and the client in `packages/client/dist`, with type declarations, and copies the files that the
 * compiler leaves out: stylesheets, browser scripts, texts, and the generated validators.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = 'dist';

process.chdir(ROOT);
rmSync(OUT, { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
for (const command of [[tsc, '-p', 'tsconfig.build.json'], ['packages/client/build.mjs']]) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const isAsset = (file: string): boolean => !file.endsWith('.ts') || file.endsWith('.d.ts');
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const file = `${entry.parentPath}/${entry.name}`;
  if (entry.isFile() && isAsset(file)) cpSync(file, `${OUT}/${file}`);
}

// `bin` of package.json names it.
chmodSync(`${OUT}/scripts/cli.js`, 0o755);
