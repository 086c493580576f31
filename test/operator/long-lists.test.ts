import { expect } from 'chai';
import { buildPageInMemory } from '../../src/operator/lists/list-page.ts';

describe('A list of very many objects in memory', () => {
  it('builds only those of its page', async () => {
    const objects = Array.from({ length: 20_000 }, (_, i) => ({ id: String(i) }));
    const built: string[] = [];
    const build = ({ id }: { readonly id: string }) => {
      built.push(id);
      return { id };
    };
    const reply = await buildPageInMemory(objects, { limit: 2 }, build, undefined, { totals: [] });
    expect(built).to.deep.equal(['19999', '19998']);
    expect('body' in reply && JSON.parse(reply.body)).to.deep.equal({
      data: [{ id: '19999' }, { id: '19998' }],
      has_more: true,
      totals: [],
    });
  });
});
