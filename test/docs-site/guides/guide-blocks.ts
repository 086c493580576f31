/** The blocks of code in the guides, and which tests run them. */
import { readFileSync, readdirSync } from 'node:fs';

export const ROOT = new URL('../../../', import.meta.url);
export const readGuide = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

export type Block = {
  readonly file: string;
  /** Such as `sh`; empty for output. */
  readonly language: string;
  /** The rest of the line that opens the block: the name of a file, or `not run:` with a reason. */
  readonly mark: string;
  readonly code: string;
};

export const GUIDES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'packages/client/README.md',
  'packages/cli/README.md',
  'examples/shop/README.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

export const blocksOf = (file: string): readonly Block[] =>
  [...readGuide(file).matchAll(/^```([^\s`]*)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', mark = '', code = '']) => ({ file, language, mark, code }),
  );

/** The only block of a guide with this text. */
export function blockWith(file: string, text: string): string {
  const [found, another] = blocksOf(file).filter(({ code }) => code.includes(text));
  if (found === undefined || another !== undefined)
    throw new Error(`${file} must have one block with: ${text}`);
  return found.code;
}

/** A text that identifies blocks of a guide, or the languages of all of its blocks, and the test that runs them. */
type Run = {
  readonly file: string;
  readonly by: string;
  readonly languages?: readonly string[];
  readonly texts?: readonly string[];
};

const GUIDE_TEST = 'test/docs-site/guides/guides.slow.test.ts';
const COMMAND_TEST = 'test/docs-site/guides/guide-commands.slow.test.ts';

export const RUN: readonly Run[] = [
  { file: 'docs/integrate.md', by: GUIDE_TEST, languages: ['sh'] },
  { file: 'docs/sandbox.md', by: GUIDE_TEST, languages: ['sh'] },
  { file: 'docs/backup.md', by: GUIDE_TEST, texts: ['VACUUM INTO', 'restored/master.key', 'emptied.sqlite'] },
  { file: 'packages/client/README.md', by: 'test/client/readme.slow.test.ts', languages: ['ts'] },
  {
    file: 'docs/webhooks.md',
    by: 'test/client/webhook-docs-examples.slow.test.ts',
    languages: ['ts', 'python', 'go', 'java', 'csharp', 'php', 'ruby', 'bash'],
  },
  { file: 'README.md', by: COMMAND_TEST, texts: ['idof()'] },
  { file: 'docs/api.md', by: COMMAND_TEST, texts: ['/v1/requests?status=4xx'] },
  {
    file: 'docs/webhooks.md',
    by: COMMAND_TEST,
    texts: ['shop.example/hooks', '"status": "enabled"', '/v1/events/stream', '/deliveries?state=failed'],
  },
  { file: 'docs/operators.md', by: COMMAND_TEST, texts: ['/operator/v1/reviews'] },
  { file: 'docs/first-change.md', by: COMMAND_TEST, texts: ['first-change-1'] },
  { file: 'docs/architecture.md', by: COMMAND_TEST, languages: ['python'] },
  { file: 'docs/auditors.md', by: COMMAND_TEST, languages: ['python'] },
  { file: 'docs/cli.md', by: COMMAND_TEST, languages: ['yaml'] },
  { file: 'docs/rails.md', by: COMMAND_TEST, languages: ['yaml'] },
  { file: 'docs/reconciliation.md', by: COMMAND_TEST, languages: ['yaml'] },
];

export const isRunBy = ({ file, language, code }: Block, run: Run): boolean =>
  file === run.file &&
  (run.languages?.includes(language) === true || run.texts?.some((text) => code.includes(text)) === true);
