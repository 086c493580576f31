import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../../src/config/config-file.ts';
import { readMasterKeys } from '../../src/config/master-keys.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const [ONE, TWO, THREE] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [string, string, string];

/** The keys that the process would have, the one for new data first. */
function keysIn(env: Readonly<Record<string, string>>): readonly string[] {
  const { masterKey, formerMasterKeys } = readMasterKeys((name) => env[name]);
  return [...(masterKey === undefined ? [] : [masterKey]), ...formerMasterKeys].map((key) =>
    Buffer.from(key).toString('base64'),
  );
}

describe('Master keys', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  const file = (...lines: readonly string[]): string => {
    const path = join(folder.path, 'keys');
    writeFileSync(path, lines.join('\n'));
    return path;
  };

  it('come from a variable, a file, or a command, with others for the time of a replacement', () => {
    expect(keysIn({})).to.deep.equal([]);
    expect(keysIn({ MASTER_KEY: ONE })).to.deep.equal([ONE]);
    expect(keysIn({ MASTER_KEY: ONE, MASTER_KEY_PREVIOUS: `${TWO}, ${THREE}` })).to.deep.equal([
      ONE,
      TWO,
      THREE,
    ]);
    expect(keysIn({ MASTER_KEY_FILE: file(ONE) })).to.deep.equal([ONE]);
    expect(keysIn({ MASTER_KEY_FILE: file(ONE, '', TWO, ''), MASTER_KEY_PREVIOUS: THREE })).to.deep.equal([
      ONE,
      TWO,
      THREE,
    ]);
    expect(keysIn({ MASTER_KEY_COMMAND: `cat ${file(ONE, TWO)}` })).to.deep.equal([ONE, TWO]);
    expect(keysIn({ MASTER_KEY_COMMAND: `printf %s ${ONE}` })).to.deep.equal([ONE]);
  });

  it('are refused with the name of what is wrong, and never quoted', () => {
    const broken = ONE.slice(0, -3);
    for (const [env, message] of [
      [{ MASTER_KEY: broken }, 'MASTER_KEY must be 32 bytes in base64.'],
      [{ MASTER_KEY: ONE, MASTER_KEY_PREVIOUS: broken }, 'MASTER_KEY_PREVIOUS must be 32 bytes in base64.'],
      [{ MASTER_KEY: ONE, MASTER_KEY_FILE: '/x' }, 'Set only one of MASTER_KEY, MASTER_KEY_FILE.'],
      [{ MASTER_KEY_FILE: join('/missing', 'key') }, 'MASTER_KEY_FILE: cannot read /missing/key'],
      [
        { MASTER_KEY_COMMAND: `echo ${broken}` },
        'The output of MASTER_KEY_COMMAND must be 32 bytes in base64.',
      ],
      [{ MASTER_KEY_COMMAND: 'true' }, 'The output of MASTER_KEY_COMMAND must contain a key'],
      [
        { MASTER_KEY_COMMAND: `echo ${ONE}; echo sealed >&2; exit 3` },
        'MASTER_KEY_COMMAND failed: exit code 3: sealed.',
      ],
      [{ MASTER_KEY_COMMAND: 'kill -9 $$' }, 'MASTER_KEY_COMMAND failed: signal SIGKILL.'],
    ] as const) {
      const read = (): unknown => keysIn(env);
      expect(read).to.throw(ConfigError, message);
      expect(read).to.not.throw(ONE);
      expect(read).to.not.throw(broken);
    }
  });

  it('are read once, so that their provider may be away afterward', () => {
    const path = file(ONE);
    const env = { MASTER_KEY_COMMAND: `cat ${path}` };
    const keys = readMasterKeys((name) =>
      name === 'MASTER_KEY_COMMAND' ? env.MASTER_KEY_COMMAND : undefined,
    );
    rmSync(path);
    expect(Buffer.from(keys.masterKey ?? []).toString('base64')).to.equal(ONE);
    expect(() => keysIn(env)).to.throw('MASTER_KEY_COMMAND failed: exit code 1');
  });
});
