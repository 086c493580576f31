/** Questions in the terminal, and secrets from standard input. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from '../outcome.ts';

/** Asks on standard error. An empty answer means `preset`. */
export async function askText(question: string, preset: string): Promise<string> {
  const answer = await ask(`${question} [${preset}]: `, process.stderr);
  return answer === '' ? preset : answer;
}

/** Asks on standard error without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await ask('', discarded);
  process.stderr.write('\n');
  return answer;
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once('SIGINT', () => reject(new UsageError('Canceled.')));
      terminal.once('close', () => reject(new UsageError('Canceled.')));
      terminal.question(question).then((answer) => resolve(answer.trim()), reject);
    });
  } finally {
    terminal.close();
  }
}

/** Everything on standard input that is not a terminal, without surrounding space. */
export const readInput = async (): Promise<string> => (await textOf(process.stdin)).trim();
