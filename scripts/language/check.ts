/**
 * Rejects words that make this project hard to read: names that hide what they name, and phrases that need a second reading.
 * The words, with what to write instead, are in `discouraged.json`. Also checks that the files that docs/glossary.md and
 * CONTRIBUTING.md send readers to exist.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import discouraged from './discouraged.json' with { type: 'json' };

const TEXT_FILES = /\.(ts|js|mjs|md|json|ya?ml)$/;
const CODE_FILES = /\.(ts|js|mjs)$/;
/** Generated files, released schemas and recorded streams keep their words, and the list itself contains all of them. */
const EXEMPT =
  /^(package-lock\.json|schemas\/events\/|schemas\/openapi|(packages\/client\/)?src\/generated\/|test\/fixtures\/|scripts\/language\/discouraged\.json$)/;

type Problem = {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
};

/** Names that stored data contains, so they cannot change. */
const stored = new Set(discouraged.stored);
const names = new Map(Object.entries(discouraged.names));
const phrases = new Map(Object.entries(discouraged.prose));
const anyPhrase = new RegExp(`(?<![\\w-])(${[...phrases.keys()].join('|')})(?![\\w-])`, 'gi');

/** `takeBackLooks` → `take`, `back`, `looks`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function* namesIn(file: string, text: string): Generator<Problem> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Problem[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !stored.has(node.text)) {
      for (const word of wordsOf(node.text)) {
        const instead = names.get(word);
        const line = (): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        if (instead !== undefined) found.push({ file, line: line(), word: node.text, instead });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  yield* found;
}

function* namesInPath(file: string): Generator<Problem> {
  for (const word of wordsOf(file)) {
    const instead = names.get(word);
    if (instead !== undefined) yield { file, line: 1, word: `${word} in the file's name`, instead };
  }
}

function* phrasesIn(file: string, text: string): Generator<Problem> {
  for (const match of text.matchAll(anyPhrase)) {
    const line = text.slice(0, match.index).split('\n').length;
    yield { file, line, word: match[0], instead: phrases.get(match[0].toLowerCase()) ?? '' };
  }
}

function problemsIn(file: string): Problem[] {
  const text = readFileSync(file, 'utf8');
  return [
    ...namesInPath(file),
    ...(CODE_FILES.test(file) ? namesIn(file, text) : []),
    ...phrasesIn(file, text),
  ];
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => TEXT_FILES.test(file) && !EXEMPT.test(file));
const problems = files.flatMap(problemsIn);
for (const { file, line, word, instead } of problems)
  console.error(`${file}:${line}: "${word}"; write: ${instead}.`);

const missing = ['docs/glossary.md', 'CONTRIBUTING.md'].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/`((?:src|projections|schemas|scripts|test|docs)\/[^`\s<]*)`/g)]
    .filter(([, path = '']) => !existsSync(path))
    .map(([, path = '']) => `${page} names ${path}, which does not exist.`),
);
for (const sentence of missing) console.error(sentence);
if (problems.length > 0 || missing.length > 0) process.exitCode = 1;
