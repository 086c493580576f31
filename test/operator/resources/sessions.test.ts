/** Console sessions through the operator API and the console. */
import { expect } from 'chai';
import type { ConsoleSession } from '../../../src/generated/api.ts';
import { createConsoleClient, flashOf, visibleText } from '../../console/console-client.ts';
import { expectBody, expectError, unknownId } from '../../support/api-steps.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { RoleName, ServiceWithOperators } from '../../support/service-with-operators.ts';

describe('Console sessions', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const signIn = async (role: RoleName) => {
    const client = createConsoleClient(service.url);
    expect((await client.signIn(service.operators[role].apiKey)).status).to.equal(303);
    const [session] = await list(role);
    if (session === undefined) throw new Error('the session is not listed');
    return { client, session };
  };
  const list = async (role: RoleName, query = ''): Promise<readonly ConsoleSession[]> =>
    expectBody(await service.operators[role].get(`/operator/v1/sessions?limit=100${query}`), 200).data;
  const revoke = (role: RoleName, id: string, reason = 'A lost laptop') =>
    service.operators[role].post(`/operator/v1/sessions/${id}/revoke`, { reason });
  const isSignedIn = async (client: ReturnType<typeof createConsoleClient>): Promise<boolean> =>
    (await client.get('/console/rails')).status === 200;

  it('are listed with their operator, without the cookie', async () => {
    const { client, session } = await signIn('treasury');
    expect(session).to.include({ object: 'console_session', method: 'token', address: '127.0.0.1' });
    expect(session.operator).to.include({ name: 'A treasury', role: 'treasury' });
    for (const secret of client.cookies().values()) expect(JSON.stringify(session)).to.not.include(secret);
  });

  it('are listed to their operator, and to admins', async () => {
    const { session } = await signIn('reviewer');
    expect((await list('admin')).map(({ id }) => id)).to.include(session.id);
    expect((await list('admin', `&operator_id=${session.operator.id}`))[0]?.id).to.equal(session.id);
    for (const query of ['', `&operator_id=${session.operator.id}`])
      expect((await list('viewer', query)).map(({ id }) => id)).to.not.include(session.id);
    const path = `/operator/v1/sessions/${session.id}`;
    for (const role of ['admin', 'reviewer'] as const)
      expect(expectBody(await service.operators[role].get(path), 200)).to.deep.equal(session);
    expectError(await service.operators.viewer.get(path), 404, 'not_found');
    expectError(await service.admin.get(`/operator/v1/sessions/${unknownId('ses')}`), 404, 'not_found');
  });

  it('end when they are revoked by their operator or an admin', async () => {
    for (const role of ['viewer', 'admin'] as const) {
      const { client, session } = await signIn('viewer');
      expect(expectBody(await revoke(role, session.id), 200)).to.include({
        id: session.id,
        status: 'revoked',
      });
      expect(await isSignedIn(client)).to.equal(false);
      expect((await list('admin')).map(({ id }) => id)).to.not.include(session.id);
      expectError(await revoke(role, session.id), 404, 'not_found');
    }
  });

  it('answer 404 to other operators, and for unknown ones', async () => {
    const { client, session } = await signIn('viewer');
    expectError(await revoke('reviewer', session.id), 404, 'not_found');
    expectError(await revoke('admin', unknownId('ses')), 404, 'not_found');
    expect(await isSignedIn(client)).to.equal(true);
  });

  it('are not listed after a sign-out', async () => {
    const { client, session } = await signIn('viewer');
    const csrf = /name="csrf"\s+value="([^"]+)"/.exec((await client.get('/console')).text)?.[1] ?? '';
    expect((await client.post('/console/sign-out', { csrf })).status).to.equal(303);
    expect((await list('viewer')).map(({ id }) => id)).to.not.include(session.id);
  });

  it('are revoked on a page, with a reason that the activity log has', async () => {
    const admin = await signIn('admin');
    const other = await signIn('treasury');
    const page = await admin.client.get('/console/sessions');
    expect(visibleText(page)).to.include('A treasury').and.to.include('this session');
    const path = `/console/sessions/${other.session.id}/revoke`;
    const shown = await admin.client.performAction(path, { reason: 'Left the company', confirm: 'yes' });
    expect(flashOf(shown)).to.equal('The session was revoked.');
    expect(await isSignedIn(other.client)).to.equal(false);
    const viewer = await signIn('viewer');
    expect((await viewer.client.get(`/console/sessions/${admin.session.id}/revoke`)).status).to.equal(404);
    const { data } = expectBody(
      await service.admin.get(`/operator/v1/activity?target=${other.session.id}`),
      200,
    );
    expect(data[0]).to.include({ operation: 'revokeSession', result: 'done', reason: 'Left the company' });
  });
});
