/**
 * Runs a program of this project from compiled code: `node scripts/run.mjs src/main.ts [ARGUMENT…]`. Compiles first if no earlier
 * run has compiled the same sources. The program runs in this process, so signals reach it.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFolder } from './compile.mjs';

const [program, ...args] = process.argv.slice(2);
const file = join(await compiledFolder(), program.replace(/\.ts$/, '.js'));
// Stack traces show the lines of the sources.
process.setSourceMapsEnabled(true);
process.argv.splice(1, Infinity, file, ...args);
await import(pathToFileURL(file).href);
