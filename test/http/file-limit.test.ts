import { expect } from 'chai';
import { createFileLimit } from '../../src/http/file-limit.ts';
import { isProblem } from '../../src/http/errors.ts';
import type { Reply } from '../../src/http/reply.ts';

const refused = { problem: 'rate_limited', retryAfterSeconds: 1 };

async function* twoParts(): AsyncGenerator<string> {
  yield await Promise.resolve('first');
  yield 'second';
}

const whole = (): Promise<Reply> => Promise.resolve({ status: 200, body: 'file' });
const inParts = (): Promise<Reply> => Promise.resolve({ status: 200, body: '', rest: twoParts() });

const restOf = (reply: Reply): AsyncIterator<string> => {
  if (isProblem(reply) || reply.rest === undefined) throw new Error('expected a file in parts');
  return reply.rest[Symbol.asyncIterator]();
};

describe('The limit of one file at a time', () => {
  it('refuses a second file of a key while the first is made, and leaves other keys alone', async () => {
    const files = createFileLimit();
    let finish: (reply: Reply) => void = () => undefined;
    const first = files('a', () => new Promise((resolve) => (finish = resolve)));
    expect(await files('a', whole)).to.deep.include(refused);
    expect(await files('b', whole)).to.deep.include({ body: 'file' });
    finish({ status: 200, body: 'done' });
    await first;
    expect(await files('a', whole)).to.deep.include({ body: 'file' });
  });

  it('counts a file in parts until its last part', async () => {
    const files = createFileLimit();
    const parts = restOf(await files('a', inParts));
    expect(await files('a', whole)).to.deep.include(refused);
    expect(await parts.next()).to.deep.equal({ done: false, value: 'first' });
    await parts.next();
    expect(await files('a', whole)).to.deep.include(refused);
    expect(await parts.next()).to.deep.include({ done: true });
    expect(await files('a', whole)).to.deep.include({ body: 'file' });
  });

  it('is free again if the client leaves before the first part, or if the file fails', async () => {
    const files = createFileLimit();
    await restOf(await files('a', inParts)).return?.();
    expect(await files('a', whole)).to.deep.include({ body: 'file' });
    const failing = files('a', () => Promise.reject(new Error('broken')));
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: broken');
    expect(await files('a', whole)).to.deep.include({ body: 'file' });
  });
});
