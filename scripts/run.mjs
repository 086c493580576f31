/**
 * Runs a program of this project from compiled code: `node scripts/run.mjs src/main.ts [ARGUMENT…]`. Compiles first if no earlier
 * run has compiled the same sources. The program runs in this process, so signals reach it.
 */
import { pathToFileURL } from 'node:url';
import { compiledProgram } from './compile.mjs';

const [program, ...args] = process.argv.slice(2);
const file = await compiledProgram(program);
// Stack traces show the lines of the sources.
process.setSourceMapsEnabled(true);
process.argv.splice(1, Infinity, file, ...args);
await import(pathToFileURL(file).href);
