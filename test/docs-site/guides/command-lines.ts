/** Runs the command lines of a guide as an operator would. */
import { expect } from 'chai';
import { nodeArguments } from '../../support/project-process.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { runScript } from '../shell.ts';
import { blocksOf } from './guide-blocks.ts';

/** The command lines of each block that has any. */
export const commandLinesOf = (guide: string): readonly (readonly string[])[] =>
  blocksOf(guide)
    .filter(({ language, mark }) => /^(sh|bash)$/.test(language) && !mark.startsWith('not run'))
    .map(({ code }) => code.split('\n').filter((line) => line.includes('svc-ledger')))
    .filter((lines) => lines.length > 0);

/** Runs the lines in one shell, in the folder `cwd`. All must succeed. */
export async function runLines(
  { url, sandbox, admin, dataDir }: ServiceWithOperators,
  lines: readonly string[],
  cwd: string,
): Promise<void> {
  const program = [process.execPath, ...nodeArguments('scripts/cli.ts')].map((arg) => `'${arg}'`).join(' ');
  // An operator confirms what a command asks. Without a terminal, such a command ends with 2 and has done nothing.
  const start = `svc-ledger() { ${program} "$@" || { [ $? = 2 ] && ${program} "$@" --yes; }; }`;
  const env = {
    BASE_URL: url,
    API_KEY: sandbox.apiKey,
    OPERATOR_TOKEN: admin.apiKey,
    DATA_DIR: dataDir,
    XDG_CONFIG_HOME: cwd,
  };
  const { code, output, errors } = await runScript([start, ...lines].join('\n'), env, cwd);
  expect(code, `${lines.join('\n')}\n${output}${errors}`).to.equal(0);
}
