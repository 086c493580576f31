/**
 * Bundles the commands for integrators and the packages that they use. The entry point loads a chunk for each command, so that a command
 * loads only its own code.
 */
import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

process.chdir(fileURLToPath(new URL('.', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
const { metafile } = buildSync({
  absWorkingDir: ROOT,
  entryPoints: ['scripts/integrator-cli.ts'],
  outdir: 'packages/cli/dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  charset: 'utf8',
  minify: true,
  // Stack traces in reports of errors name the functions.
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  // CommonJS packages load the modules of Node.js with `require`.
  banner: {
    js: "import { createRequire as createNodeRequire } from 'node:module'; const require = createNodeRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
chmodSync('dist/integrator-cli.js', 0o755);

/** The bundle contains copies of these packages, whose licenses ask for their text. */
const bundled = new Set(
  Object.keys(metafile.inputs).flatMap(
    (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  ),
);
const texts = [...bundled].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(ROOT, folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no license file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(ROOT, folder, file), 'utf8').trim()}\n`;
});
writeFileSync('dist/LICENSES.txt', texts.join('\n----\n\n'));
