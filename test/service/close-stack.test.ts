import { expect } from 'chai';
import { createCloseStack, openClosable } from '../../src/service/stores.ts';

/** Rejects with the error that `work` throws. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it did not throw'),
    (error: unknown) => error,
  );

describe('A close stack', () => {
  it('closes the newest part first, and parts that were added together at the same time', async () => {
    const events: string[] = [];
    const part = (name: string) => async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
    };
    const stack = createCloseStack();
    stack.add(part('store'));
    stack.add(part('writer'), part('sender'));
    await stack.close();
    expect(events).to.deep.equal([
      ...['writer starts', 'sender starts', 'writer ends', 'sender ends'],
      ...['store starts', 'store ends'],
    ]);
  });

  it('closes every part when some throw, and reports all errors', async () => {
    const closed: string[] = [];
    const stack = createCloseStack();
    stack.add(() => closed.push('store'));
    stack.add(() => {
      throw new Error('synchronous');
    });
    stack.add(
      () => Promise.reject(new Error('asynchronous')),
      () => closed.push('sender'),
    );
    const error = await errorOf(stack.close());
    expect(error).to.be.instanceOf(AggregateError);
    expect((error as AggregateError).errors.map(String)).to.deep.equal([
      'Error: asynchronous',
      'Error: synchronous',
    ]);
    expect(closed).to.deep.equal(['sender', 'store']);
  });

  it('closes each part once', async () => {
    let count = 0;
    const stack = createCloseStack();
    stack.add(() => (count += 1));
    await Promise.all([stack.close(), stack.close()]);
    expect(count).to.equal(1);
  });

  it('closes what was opened when a later step fails, and rethrows its error', async () => {
    const closed: string[] = [];
    const failure = new Error('step 2');
    const opening = openClosable((stack) => {
      stack.add(() => closed.push('step 1'));
      return Promise.reject(failure);
    });
    expect(await errorOf(opening)).to.equal(failure);
    expect(closed).to.deep.equal(['step 1']);
  });

  it('reports both errors when closing fails too', async () => {
    const failure = new Error('step 2');
    const opening = openClosable((stack) => {
      stack.add(() => Promise.reject(new Error('close')));
      return Promise.reject(failure);
    });
    const error = (await errorOf(opening)) as AggregateError;
    expect(error.errors[0]).to.equal(failure);
    expect(error.errors).to.have.length(2);
  });
});
