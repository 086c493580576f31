/** What happened, line by line. The digest covers every line; only the newest are kept. */
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';

export type Trace = {
  add(at: number, process: string, line: string): void;
  /** The newest lines, those of one process if it is given. */
  newest(count: number, process?: string): readonly string[];
  /** SHA-256 of all lines. */
  digest(): string;
};

const KEPT_MAX = 20_000;
/** The digest of a long text takes less time than those of its lines. */
const HASHED_AT_CHARACTERS = 65_536;

/** `file`: every line is also written there. */
export function createTrace(file?: string): Trace {
  if (file !== undefined) writeFileSync(file, '');
  const hash = createHash('sha256');
  let unhashed = '';
  let kept: (readonly [process: string, line: string])[] = [];
  return {
    add(at, process, line) {
      const text = `${at.toFixed(3)} ${process} ${line}`;
      unhashed += `${text}\n`;
      if (unhashed.length > HASHED_AT_CHARACTERS) {
        hash.update(unhashed);
        unhashed = '';
      }
      if (file !== undefined) appendFileSync(file, `${text}\n`);
      kept.push([process, text]);
      if (kept.length > 2 * KEPT_MAX) kept = kept.slice(-KEPT_MAX);
    },
    newest: (count, process) =>
      kept
        .flatMap(([of, text]) => (process === undefined || of.startsWith(process) ? text : []))
        .slice(-count),
    digest: () => hash.copy().update(unhashed).digest('hex'),
  };
}
