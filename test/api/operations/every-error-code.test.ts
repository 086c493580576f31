/**
 * Every answer that the OpenAPI document declares must occur in the tests. This test reads the records of all test
 * processes, so it runs last.
 */
import { expect } from 'chai';
import { apiOperations } from '../../../src/api/handlers.ts';
import { documentedOperations } from '../../support/client.ts';
import { readRunRecords } from '../../support/run-record.ts';
import { skip } from '../../support/skip.ts';

/** Every operation declares these codes, but no request to a healthy service can produce them. */
const FAULTS = new Set(['internal_error', 'service_unavailable']);

/** Every operation answers these in the same way, so one operation has to show each. */
const COMMON = new Set(['rate_limited']);

describe('Every documented operation', () => {
  it('has a handler, and every handler is documented', () => {
    const name = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    expect(apiOperations.map(name).sort()).to.deep.equal(documentedOperations().map(name).sort());
  });

  it('has succeeded and has returned each of its error codes in some test', function () {
    const records = readRunRecords();
    if (records === undefined) skip(this, 'needs the records of a whole run: npm test');
    const answers = new Set(records.filter(({ kind }) => kind === 'answer').map(({ text }) => text));
    const missing = documentedOperations().flatMap(({ id, codes }) =>
      ['ok', ...codes.filter((code) => !FAULTS.has(code) && !COMMON.has(code))]
        .map((code) => `${id} ${code}`)
        .filter((answer) => !answers.has(answer)),
    );
    expect(missing).to.deep.equal([]);
    for (const code of COMMON)
      expect(
        [...answers].some((answer) => answer.endsWith(` ${code}`)),
        code,
      ).to.equal(true);
  });
});
