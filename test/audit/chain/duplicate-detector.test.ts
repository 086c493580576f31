/** Detection of duplicates in constant memory. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  CANDIDATES_MAX,
  createDuplicateDetector,
  type DuplicateDetector,
} from '../../../src/audit/chain/duplicate-detector.ts';
import { AuditUnavailable } from '../../../src/audit/event-source.ts';

describe('Duplicate detector', () => {
  let marks: DuplicateDetector | undefined;
  afterEach(() => {
    marks?.close();
    marks = undefined;
  });

  it('reports exactly the duplicate texts', () => {
    const few = fc.array(fc.nat(300).map(String), { maxLength: 600 });
    fc.assert(
      fc.property(few, fc.constantFrom(2, 16, 64, 1_024), (texts, lengthMax) => {
        const each = createDuplicateDetector({ lengthMax });
        try {
          for (const text of texts) each.add(text);
          const repeated = each.candidates();
          const seen = new Set(texts);
          const again = [...seen].filter((text) => texts.indexOf(text) !== texts.lastIndexOf(text));
          expect([...seen].filter((text) => repeated.mayContain(text))).to.have.members(again);
          expect(repeated.count).to.equal(again.length);
        } finally {
          each.close();
        }
      }),
    );
  });

  it('uses constant memory and leaves no file', () => {
    const files = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('svc-ledger-audit'));
    const before = files();
    const held = process.memoryUsage().arrayBuffers;
    marks = createDuplicateDetector({ lengthMax: 2 ** 12 });
    for (let i = 0; i < 300_000; i++) marks.add(`text ${i}`);
    marks.add('text 123456');
    expect(files()).to.deep.equal(before);
    const found = marks.candidates();
    expect(found.count).to.equal(1);
    expect([found.mayContain('text 123456'), found.mayContain('text 1')]).to.deep.equal([true, false]);
    expect(process.memoryUsage().arrayBuffers - held).to.be.lessThan(1_000_000);
  });

  it('is bounded if all texts are equal or all are duplicates', () => {
    const same = (marks = createDuplicateDetector({ lengthMax: 64 }));
    for (let i = 0; i < 20_000; i++) same.add('the same');
    const one = same.candidates();
    expect([one.count, one.mayContain('the same')]).to.deep.equal([1, true]);
    same.close();
    marks = undefined;
    const twice = (marks = createDuplicateDetector({ lengthMax: 64 }));
    for (let i = 0; i < 3 * CANDIDATES_MAX; i++) twice.add(String(i % (1.5 * CANDIDATES_MAX)));
    expect(twice.candidates().count).to.equal(CANDIDATES_MAX);
  });

  it('reports the folder if the scratch file cannot be written', () => {
    const place = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(tmpdir(), 'nowhere-at-all');
    try {
      const each = createDuplicateDetector({ lengthMax: 2 });
      expect(() => {
        for (const text of ['a', 'b', 'c']) each.add(text);
      }).to.throw(AuditUnavailable, /temporary file in .*nowhere-at-all/);
    } finally {
      if (place === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = place;
    }
  });
});
