import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PLANTED_BUGS } from './bugs.ts';
import { applyEdit } from './planted-bug.ts';
import { searchWith } from './run-planted.ts';

describe('planted bugs', () => {
  for (const { name, edits } of PLANTED_BUGS)
    it(`can still be planted: ${name}`, () => {
      expect(edits).to.not.deep.equal([]);
      for (const edit of edits) {
        expect(edit.file).to.match(/^(src|projections)\/.*\.ts$/);
        const text = readFileSync(edit.file, 'utf8');
        expect(applyEdit(text, edit)).to.not.equal(text);
      }
    });

  it('have different names', () => {
    expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).to.equal(PLANTED_BUGS.length);
  });

  it('are in the code that the simulator runs', async () => {
    const bug = PLANTED_BUGS.find(({ name }) => name === 'keys forgotten on takeover');
    const { failure } = await searchWith(bug, { commandsPerSeed: 500, secondsMax: 60 });
    expect(failure).to.match(/external_reference_exists|transfer|user|payment/);
  });
});

describe('applyEdit', () => {
  it('throws for a text that is missing or occurs more than once', () => {
    const edit = { file: 'src/a.ts', find: 'x', replace: 'y' };
    expect(applyEdit('one x', edit)).to.equal('one y');
    expect(() => applyEdit('none', edit)).to.throw('0 times');
    expect(() => applyEdit('x and x', edit)).to.throw('2 times');
  });
});
