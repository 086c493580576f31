/**
 * Runs the checks of `npm run check`, two at a time, the longest first. Prints the output of a check when it ends, and exits
 * with 1 if any failed.
 */
import { spawn } from 'node:child_process';

const CHECKS: readonly (readonly [name: string, command: string])[] = [
  ['lint, types, and cycles', 'oxlint --type-check'],
  ['format', 'prettier --check .'],
  ['generated files', 'node --import tsx scripts/generate.ts --check'],
  ['language', 'node --import tsx scripts/language/check.ts'],
];
const PARALLEL = 2;

/** Resolves whether the command exited with 0. npm has put the commands of packages on the PATH. */
function run(name: string, command: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'Passed' : 'FAILED'}: ${name} (${command})`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const waiting = [...CHECKS];
async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    if (!(await run(...next))) process.exitCode = 1;
}
await Promise.all(Array.from({ length: PARALLEL }, runWaiting));
