/** Saved views through the operator API. */
import { expect } from 'chai';
import type { SavedView } from '../../../src/generated/api.ts';
import { expectBody, expectError, unknownId } from '../../support/api-steps.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { RoleName, ServiceWithOperators } from '../../support/service-with-operators.ts';

const VIEWS = '/operator/v1/saved_views';

describe('Saved views', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const save = async (role: RoleName, more: object = {}): Promise<SavedView> =>
    expectBody(await service.operators[role].post(VIEWS, { ...payouts(), ...more }), 201);
  const list = async (role: RoleName, query = ''): Promise<readonly SavedView[]> =>
    expectBody(await service.operators[role].get(`${VIEWS}?limit=100${query}`), 200).data;
  const idsOf = (views: readonly SavedView[]): readonly string[] => views.map(({ id }) => id);
  const change = (role: RoleName, { id }: SavedView, body: object) =>
    service.operators[role].request('PATCH', `${VIEWS}/${id}`, { body });
  const remove = (role: RoleName, { id }: SavedView) =>
    service.operators[role].request('DELETE', `${VIEWS}/${id}`);
  let saved = 0;
  const payouts = () => ({
    page: '/console/transfers',
    name: `Payouts ${(saved += 1)}`,
    query: 'kind=offramp&order=oldest&columns=version',
  });

  it('belong to their operator, whom no other one sees them of, not even admins', async () => {
    const view = await save('viewer');
    expect(view).to.include({ object: 'saved_view', page: '/console/transfers', shared: false });
    expect(view.owner.name).to.equal('A viewer');
    expect(idsOf(await list('viewer'))).to.include(view.id);
    expectBody(await service.operators.viewer.get(`${VIEWS}/${view.id}`), 200);
    for (const role of ['reviewer', 'admin'] as const) {
      expect(idsOf(await list(role))).to.not.include(view.id);
      expectError(await service.operators[role].get(`${VIEWS}/${view.id}`), 404, 'not_found');
      expectError(await change(role, view, { name: 'Mine' }), 404, 'not_found');
      expectError(await remove(role, view), 404, 'not_found');
    }
  });

  it('are seen by all operators once they are shared, and changed by their owner and admins', async () => {
    const view = await save('reviewer', { shared: true });
    for (const role of ['viewer', 'treasury', 'admin'] as const)
      expect(idsOf(await list(role))).to.include(view.id);
    expectError(await change('treasury', view, { name: 'Mine' }), 403, 'permission_denied');
    expectError(await remove('treasury', view), 403, 'permission_denied');
    const renamed = expectBody(await change('admin', view, { name: 'Payouts of all' }), 200);
    expect(renamed).to.deep.include({ name: 'Payouts of all', query: view.query, owner: view.owner });
    expectBody(await change('reviewer', view, { query: 'kind=onramp' }), 200);
    const shown = expectBody(await service.operators.viewer.get(`${VIEWS}/${view.id}`), 200);
    expect(shown).to.include({ name: 'Payouts of all', query: 'kind=onramp' });
    expectBody(await change('reviewer', view, { shared: false }), 200);
    expect(idsOf(await list('admin'))).to.not.include(view.id);
    expectBody(await change('reviewer', view, { shared: true }), 200);
    expect(expectBody(await remove('admin', view), 200)).to.include({ id: view.id });
    expect(idsOf(await list('reviewer'))).to.not.include(view.id);
    expectError(await remove('reviewer', view), 404, 'not_found');
  });

  it('are listed by page, newest first, in pages', async () => {
    const first = await save('treasury', { page: '/console/users' });
    const second = await save('treasury', { page: '/console/users' });
    await save('treasury');
    const users = await list('treasury', '&page=/console/users');
    expect(idsOf(users)).to.have.members([first.id, second.id]);
    const path = `${VIEWS}?page=/console/users&limit=1`;
    const page = expectBody(await service.operators.treasury.get(path), 200);
    const next = await service.operators.treasury.get(`${path}&starting_after=${page.data[0].id}`);
    expect([...page.data, ...expectBody(next, 200).data]).to.deep.equal(users);
    expectError(await service.admin.get(`${VIEWS}?page=/console/`), 400, 'malformed_request');
  });

  it('are saved once by a repeated request', async () => {
    const { viewer } = service.operators;
    const request = { body: payouts(), idempotencyKey: 'a view of payouts' };
    const first = expectBody(await viewer.request('POST', VIEWS, request), 201);
    const again = await viewer.request('POST', VIEWS, request);
    expect(expectBody(again, 201)).to.deep.equal(first);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const other = { ...request, body: payouts() };
    expectError(await viewer.request('POST', VIEWS, other), 409, 'idempotency_key_reused');
    // The keys of operators do not mix.
    expect((await save('viewer', {})).id).to.not.equal(first.id);
    const same = expectBody(await service.operators.reviewer.request('POST', VIEWS, request), 201);
    expect(same.id).to.not.equal(first.id);
  });

  it('have different names on a page, and only printable ones', async () => {
    const view = await save('viewer');
    const other = await save('viewer');
    const { details } = expectError(
      await service.operators.viewer.post(VIEWS, { ...payouts(), name: view.name }),
      422,
      'validation_failed',
    );
    expect(details[0]).to.include({
      field: 'name',
      message: `Another view of the list is called “${view.name}” already.`,
    });
    expectError(await change('viewer', other, { name: view.name }), 422, 'validation_failed');
    expectBody(await change('viewer', view, { name: view.name }), 200);
    await save('viewer', { name: view.name, page: '/console/users' });
    await save('reviewer', { name: view.name });
    for (const wrong of [
      ...[{ name: '' }, { name: ' x' }, { name: 'x'.repeat(61) }, { name: 'a\nb' }],
      ...[{ query: 'a b' }, { query: 'x'.repeat(2_001) }, { page: 'https://example.com' }],
      ...[{ page: '/console//example.com' }, { page: '//example.com' }, { owner: 'me' }],
    ])
      expectError(
        await service.operators.viewer.post(VIEWS, { ...payouts(), ...wrong }),
        422,
        'validation_failed',
      );
    expectError(await change('viewer', view, {}), 422, 'validation_failed');
  });

  it('are at most 50 of an operator', async () => {
    const before = (await list('admin')).filter(({ owner }) => owner.name === 'A admin').length;
    for (let count = before; count < 50; count += 1) await save('admin');
    const { details } = expectError(
      await service.operators.admin.post(VIEWS, payouts()),
      422,
      'validation_failed',
    );
    expect(details[0].message).to.equal('You have 50 views. Remove one of them first.');
    const [newest] = await list('admin');
    expectBody(await remove('admin', newest ?? (await save('admin'))), 200);
    await save('admin');
  });

  it('are in the activity log without their names', async () => {
    const view = await save('treasury', { name: 'A name of nobody' });
    expectBody(await change('treasury', view, { shared: true }), 200);
    expectError(await change('viewer', view, { shared: false }), 403, 'permission_denied');
    expectBody(await remove('treasury', view), 200);
    const path = `/operator/v1/activity?target=${view.id}`;
    const { data, ...rest } = expectBody(await service.admin.get(path), 200);
    expect(
      data.map(({ operation, result }: Record<string, string>) => `${operation} ${result}`),
    ).to.deep.equal([
      'deleteSavedView done',
      'updateSavedView denied',
      'updateSavedView done',
      'createSavedView done',
    ]);
    expect(JSON.stringify({ data, rest })).to.not.include(view.name);
  });

  it('answer 404 for unknown ones', async () => {
    const path = `${VIEWS}/${unknownId('svw')}`;
    expectError(await service.admin.get(path), 404, 'not_found');
    expectError(await service.admin.request('DELETE', path), 404, 'not_found');
    expectError(await service.admin.request('PATCH', path, { body: { name: 'x' } }), 404, 'not_found');
  });
});
