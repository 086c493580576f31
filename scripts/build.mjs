/**
 * Compiles the service, the CLI, and the demo to JavaScript in `dist`, and the client in `packages/client/dist`, and copies the files
 * that they read: stylesheets, browser scripts, and texts.
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

const { status } = spawnSync(process.execPath, ['packages/client/build.mjs'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
