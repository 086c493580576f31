/**
 * Compiles the service, the CLI, and the demo to JavaScript in `dist`, and the packages of integrators in `dist` folders of `packages`, and copies
 * the files that they read: stylesheets, browser scripts, and texts.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { ROOT, compile } from './compile.mjs';

process.chdir(ROOT);
rmSync('dist', { recursive: true, force: true });
await compile('dist');
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const file = `${entry.parentPath}/${entry.name}`;
  if (entry.isFile() && !file.endsWith('.ts') && !file.startsWith('src/generated/'))
    cpSync(file, `dist/${file}`);
}

// `bin` of package.json names it.
chmodSync('dist/scripts/cli.js', 0o755);

for (const name of ['client', 'cli']) {
  const { status } = spawnSync(process.execPath, [`packages/${name}/build.mjs`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
