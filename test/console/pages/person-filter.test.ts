/** Lists that are filtered by a person: typed as a name, kept as an ID, shown as a name. */
import { expect } from 'chai';
import { expectBody, newUser, transferBody } from '../../support/api-steps.ts';
import { createConsoleClient, visibleText } from '../console-client.ts';
import type { ConsoleClient, ConsoleResponse } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

describe('A list that is filtered by a person', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  let viewer: ConsoleClient;
  let zoe: string;
  let twins: readonly string[];
  let sent: string;
  before(async () => {
    world = await startConsole();
    const { sandbox } = world.service;
    const person = {
      first_name: 'Zoë',
      last_name: 'Lindquist',
      email: 'zoe@example.com',
      phone: '+14155550199',
    };
    zoe = (await newUser(sandbox, { ...person, external_reference: 'crm-0042' })).id;
    const [first, second] = [
      await newUser(sandbox, { first_name: 'Max', last_name: 'Weber' }),
      await newUser(sandbox, { first_name: 'Max', last_name: 'Wolf' }),
    ];
    twins = [first.id, second.id];
    expectBody(await sandbox.post(`/v1/sandbox/users/${zoe}/kyc`, { kyc_status: 'approved' }), 200);
    const wallet = await sandbox.post(`/v1/users/${zoe}/wallets`, { asset: 'svc-points' });
    const body = transferBody(world.wallet_id, expectBody(wallet, 201).id, '12.00');
    sent = expectBody(await sandbox.post('/v1/transfers', body), 201).id;
    const signedIn = async (token: string): Promise<ConsoleClient> => {
      const client = createConsoleClient(world.service.url);
      await client.signIn(token);
      return client;
    };
    [admin, viewer] = [await signedIn(world.tokens.admin), await signedIn(world.tokens.viewer)];
  });
  after(() => world.close());

  const LIST = '/console/transfers';
  const by = (text: string): string => `${LIST}?kind=user_to_user&user_id=${encodeURIComponent(text)}`;
  const linksIn = ({ text }: ConsoleResponse): readonly string[] =>
    [...text.matchAll(/href="([^"]*user_id=usr_[^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );

  it('finds the person by name, email, phone, and reference, and keeps the ID in the URL', async () => {
    for (const typed of [
      'zoe lindquist',
      'Lindq',
      'zoe@example.com',
      '+1 415 555 0199',
      'CRM-0042',
      ` ${zoe.slice(0, 20)} `,
    ]) {
      const found = await admin.get(by(typed));
      expect([found.status, found.location], typed).to.deep.equal([
        303,
        `${LIST}?kind=user_to_user&user_id=${zoe}`,
      ]);
    }
  });

  it('shows the name of the person on the filter and in its form, next to the ID', async () => {
    const shown = await admin.get(by(zoe));
    expect(shown.text).to.include(sent).and.to.not.include(world.transfer_id);
    expect(visibleText(shown)).to.include('User: Zoë Lindquist').and.to.include('User Zoë Lindquist');
    expect(shown.text).to.match(new RegExp(`name="user_id"[^>]*value="${zoe}"`, 's'));
    expect(visibleText(await admin.get(LIST))).to.include('Name, email, phone, reference, or ID');
  });

  it('offers everyone who matches, and keeps the other filters and the order', async () => {
    const several = await admin.get(`${by('max')}&order=oldest&columns=version`);
    expect(several.status).to.equal(200);
    expect(visibleText(several))
      .to.include('Who is “max”?')
      .and.to.include('Max Weber')
      .and.to.include('Max Wolf');
    expect(linksIn(several)).to.have.members(
      twins.map((id) => `${LIST}?kind=user_to_user&user_id=${id}&order=oldest&columns=version`),
    );
    // The page of choices is no list, so it neither saves a view nor exports.
    expect(several.text).to.not.include('/console/views/new').and.not.include('/export');
    expect((await admin.get(linksIn(several)[0] ?? '')).status).to.equal(200);
  });

  it('asks before it takes somebody with a similar name, or says that there is nobody', async () => {
    const similar = await admin.get(by('Lyndkwist'));
    expect(visibleText(similar)).to.include('Zoë Lindquist').and.to.include('similar name');
    const nobody = await admin.get(by('Nobody Atall'));
    expect(visibleText(nobody))
      .to.include('Nobody was found Look for name, email, phone, reference, or ID')
      .and.to.include('User: Nobody Atall');
    expect(nobody.text).to.include(`href="${LIST}?kind=user_to_user"`);
  });

  it('finds the owner of a wallet or an account', async () => {
    const found = await admin.get(by(world.wallet_id));
    expect(found.location).to.equal(`${LIST}?kind=user_to_user&user_id=${world.user_id}`);
  });

  it('is limited to the people of its book, and of the filters', async () => {
    const { integrator_id } = world;
    const path = (environment: string): string =>
      `/console/books/${integrator_id}/${environment}/transfers?user_id=lindquist`;
    expect((await admin.get(path('sandbox'))).location).to.include(`user_id=${zoe}`);
    for (const elsewhere of [path('production'), `${by('lindquist')}&environment=production`])
      expect(visibleText(await admin.get(elsewhere)), elsewhere).to.include('Nobody was found');
  });

  it('shows masked names to roles that may not see others, which find nobody by name', async () => {
    const typed = await viewer.get(by('lindquist'));
    expect(visibleText(typed)).to.include('Nobody was found Look for reference or ID');
    const found = await viewer.get(by('crm-0042'));
    expect(found.location).to.include(`user_id=${zoe}`);
    const shown = await viewer.get(by(zoe));
    expect(visibleText(shown)).to.include('User: Z•••• L••••').and.to.not.include('Lindquist');
  });

  it('is in the activity log as a read of personal data, without the text', async () => {
    await admin.get('/console/transfers?user_id=Wolfgang');
    const log = await world.service.admin.get('/operator/v1/activity?operation=viewPersonalData');
    expect(JSON.stringify(expectBody(log, 200)))
      .to.include('"/console/transfers"')
      .and.to.not.include('Wolfgang');
  });
});
