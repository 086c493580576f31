import { expect } from 'chai';
import { readConfigFile } from '../../src/config/config.ts';
import type { AttentionItem } from '../../src/generated/api.ts';
import { ATTENTION_KINDS } from '../../src/operator/resources/attention-kinds.ts';
import { mentions, slackMessage } from '../../src/operator/notifications.ts';
import schema from '../../schemas/config.json' with { type: 'json' };
import { createConsoleClient, visibleText } from '../console/console-client.ts';
import { expectBody, newWallet } from '../support/api-steps.ts';
import { createOperatorClient, type Client } from '../support/client.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { transferInReview, userUnderReview } from '../support/operator-world.ts';
import { startServicePair } from '../support/service-pair.ts';
import { createOperatorTestClient } from '../support/service-with-operators.ts';
import { startTestService, writeConfigFile, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse, type WebhookReceiver } from '../support/webhook-receiver.ts';

const ENVIRONMENT = { SMTP_PASSWORD: 'opensesame' };
const REVIEWS = ['transfer_reviews', 'identity_reviews'];

describe('Notifications of operators', () => {
  let folder: Folder;
  let receiver: WebhookReceiver;
  let mail: MailServer;
  let service: RunningService;
  let admin: Client;

  const settings = () => ({
    ...LOCAL,
    notifications: {
      smtp: {
        ...{ host: '127.0.0.1', port: mail.port, tls: 'none', from: 'ledger@example.com' },
        ...{ user: 'ledger', password: 'env:SMTP_PASSWORD' },
      },
      check_every_seconds: 1,
      rules: [
        { name: 'channel', kinds: REVIEWS, webhook: `${receiver.url}/channel` },
        {
          name: 'mara',
          operator: 'A reviewer',
          kinds: ['mentions', 'transfer_reviews'],
          email: 'mara@example.com',
        },
      ],
    },
  });
  const start = async (): Promise<void> => {
    service = await startTestService({ ...ENVIRONMENT, DATA_DIR: folder.path }, Date.now, settings());
    admin = createOperatorClient(service.url, service.credentials.operator_token);
  };

  before(async () => {
    folder = await temporaryFolder();
    receiver = await startWebhookReceiver();
    mail = await startMailServer();
    await start();
  });
  after(async () => {
    await service.close();
    await receiver.close();
    await mail.close();
    await folder.remove();
  });

  const posted = (text: string) => receiver.received.filter(({ body }) => body.includes(text));
  const mailed = (text: string) => mail.received.filter((each) => each.text.includes(text));
  const arrives = (what: string, found: () => readonly unknown[], count = 1) =>
    waitFor(what, () => (found().length >= count ? true : undefined));
  const decide = async (id: string): Promise<void> => {
    expectBody(await admin.post(`/operator/v1/transfers/${id}/review`, { outcome: 'approved' }), 200);
  };
  const TRANSFER = '1 transfer in review';
  const IDENTITY = 'under review';
  let waiting: string;

  it('say what waits and where, in the format of Slack and by email', async () => {
    waiting = (await transferInReview(service.sandbox)).id;
    await arrives('the message in the channel', () => posted(TRANSFER));
    await arrives('the email', () => mailed(TRANSFER));
    const { text, blocks } = JSON.parse(posted(TRANSFER)[0]?.body ?? '') as {
      text: string;
      blocks: unknown[];
    };
    expect(text)
      .to.match(/^1 transfer in review, since \d{4}-\d\d-\d\d \d\d:\d\d UTC /)
      .and.to.include(`${service.url}/console/reviews`);
    expect(JSON.stringify(blocks)).to.include(`<${service.url}/console/reviews|Open in the console>`);
    const [first] = mailed(TRANSFER);
    expect(first?.to).to.deep.equal(['mara@example.com']);
    expect(first?.text).to.include(`${service.url}/console/reviews`);
  });

  it('are sent once, also after a restart', async () => {
    await service.close();
    await start();
    // A message of a later check shows that the check after the restart has ended.
    await userUnderReview(service.sandbox);
    await arrives('the message of the other kind', () => posted(IDENTITY));
    expect(posted(TRANSFER)).to.have.length(1);
    expect(mailed(TRANSFER)).to.have.length(1);
  });

  it('are sent again after the work was done and more came', async () => {
    await decide(waiting);
    await checked();
    waiting = (await transferInReview(service.sandbox)).id;
    await arrives('the second message', () => posted(TRANSFER), 2);
    await arrives('the second email', () => mailed(TRANSFER), 2);
  });

  /** A note is delivered after a check that began after it. */
  async function checked(): Promise<void> {
    const before = mailed('You were mentioned').length;
    for (const more of [1, 2, 3]) {
      await mention('@A reviewer, please look.');
      await arrives('the mention', () => mailed('You were mentioned'), before + more);
    }
  }

  async function mention(text: string): Promise<string> {
    const reviewer = await createOperatorTestClient(service.url, admin, 'reviewer');
    const user = (await newWallet(service.sandbox)).user_id as string;
    expectBody(await reviewer.post(`/operator/v1/users/${user}/notes`, { text }), 201);
    return user;
  }

  it('reach who is mentioned in a note, without its text', async () => {
    const before = mailed('You were mentioned').length;
    await mention('Ask a reviewer about Ida Berg.');
    const user = await mention('Ida Berg called twice. @a reviewer: please look.');
    await arrives('the mention', () => mailed('You were mentioned'), before + 1);
    const [, ...others] = mailed(user);
    const [found] = mailed(user);
    expect(found?.text).to.include(`/console/users/${user}#notes`);
    expect(others).to.deep.equal([]);
    expect(mailed('You were mentioned')).to.have.length(before + 1);
    expect(mail.received.map(({ text }) => text).join()).to.not.include('Ida');
  });

  it('arrive once after a mail server and a receiver are back', async () => {
    await decide(waiting);
    await checked();
    const { port } = mail;
    const before = receiver.received.length;
    await mail.close();
    receiver.respondWith(statusResponse(503));
    const user = await mention('@A reviewer, once more.');
    await transferInReview(service.sandbox);
    await arrives('an attempt that fails', () => receiver.received.slice(before));
    mail = await startMailServer(port);
    const attempts = receiver.received.length;
    receiver.respondWith(statusResponse(204));
    await arrives('the email', () => mailed(user));
    await arrives('the message again', () => receiver.received.slice(attempts));
    await mention('@A reviewer, the last one.');
    await arrives('the last email', () => mailed('You were mentioned'), 2);
    expect(mailed(user)).to.have.length(1);
    expect(receiver.received).to.have.length(attempts + 1);
  });
});

describe('A notification that is not accepted', () => {
  it('needs attention and is in a metric after a minute, until it is', async () => {
    let aheadMs = 0;
    const receiver = await startWebhookReceiver();
    receiver.respondWith(statusResponse(503));
    const mail = await startMailServer();
    const smtp = { host: '127.0.0.1', port: mail.port, tls: 'none', from: 'ledger@example.com' };
    const service = await startTestService(ENVIRONMENT, () => Date.now() + aheadMs, {
      ...LOCAL,
      notifications: {
        smtp: { ...smtp, user: 'ledger', password: 'env:SMTP_PASSWORD' },
        check_every_seconds: 1,
        rules: [
          { name: 'channel', kinds: REVIEWS, webhook: receiver.url },
          { name: 'mara', kinds: ['notifications_failing'], email: 'mara@example.com' },
        ],
      },
    });
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const found = async (): Promise<AttentionItem | undefined> => {
      const { data } = expectBody(await admin.get('/operator/v1/attention'), 200);
      return data.find(({ kind }: AttentionItem) => kind === 'notifications_failing');
    };
    const metric = async (rule: string): Promise<string | undefined> =>
      new RegExp(`^notifications_failing\\{rule="${rule}"\\} (\\d)$`, 'm').exec(
        await (await fetch(`${service.url}/metrics`)).text(),
      )?.[1];
    try {
      await transferInReview(service.sandbox);
      await waitFor('two attempts', () => (receiver.received.length > 1 ? true : undefined));
      expect([await found(), await metric('channel')]).to.deep.equal([undefined, '0']);
      aheadMs = 2 * 60_000;
      const item = await waitFor('the item', found);
      expect(item).to.include({ count: 1, detail: 'channel' });
      expect(Date.parse(item.since ?? '')).to.be.within(Date.now() - 60_000, Date.now());
      expect([await metric('channel'), await metric('mara')]).to.deep.equal(['1', '0']);
      const browser = createConsoleClient(service.url);
      await browser.signIn(service.credentials.operator_token);
      expect(visibleText(await browser.get('/console'))).to.include('1 rule of notifications reaches nobody');
      // Another rule says so.
      await waitFor('the email', () => mail.received.find(({ text }) => text.includes('reaches nobody')));

      receiver.respondWith(statusResponse(204));
      aheadMs += 10 * 60_000;
      await waitFor('the end', async () => ((await found()) === undefined ? true : undefined));
      expect(await metric('channel')).to.equal('0');
    } finally {
      await service.close();
      await receiver.close();
      await mail.close();
    }
  });
});

describe('An item that stays open', () => {
  const HOUR_MS = 60 * 60 * 1_000;
  const textsOf = ({ received }: WebhookReceiver) =>
    received.map(({ body }) => (JSON.parse(body) as { text: string }).text.split(',')[0]);
  const [FIRST, AGAIN] = ['1 transfer in review', 'Still open: 1 transfer in review'];
  const OTHER = '1 identity under review';
  const settings = (receiver: WebhookReceiver, more: object = {}) => ({
    ...LOCAL,
    notifications: {
      check_every_seconds: 1,
      ...more,
      rules: [{ name: 'channel', kinds: REVIEWS, webhook: receiver.url }],
    },
  });
  const arrive = (receiver: WebhookReceiver, count: number) =>
    waitFor(`${count} messages`, () => (receiver.received.length >= count ? true : undefined));

  /** Closed at the end, also if the test fails, in reverse. */
  let opened: { readonly close: () => Promise<unknown> }[];
  beforeEach(() => {
    opened = [];
  });
  afterEach(async () => {
    for (const each of opened.reverse()) await each.close();
  });
  async function open<Opened extends { readonly close: () => Promise<unknown> }>(
    opening: Promise<Opened>,
  ): Promise<Opened> {
    const each = await opening;
    opened.push(each);
    return each;
  }

  it('is sent again once a day, also after a restart', async () => {
    let aheadMs = 0;
    const folder = await temporaryFolder();
    opened.push({ close: folder.remove });
    const receiver = await open(startWebhookReceiver());
    const start = () =>
      open(startTestService({ DATA_DIR: folder.path }, () => Date.now() + aheadMs, settings(receiver)));
    const service = await start();
    await transferInReview(service.sandbox);
    await arrive(receiver, 1);
    aheadMs = 23 * HOUR_MS;
    await userUnderReview(service.sandbox);
    await arrive(receiver, 2);
    aheadMs = 24 * HOUR_MS + 60_000;
    await arrive(receiver, 3);
    expect(textsOf(receiver)).to.deep.equal([FIRST, OTHER, AGAIN]);
    await service.close();
    await start();
    aheadMs = 47 * HOUR_MS + 60_000;
    await arrive(receiver, 4);
    aheadMs = 48 * HOUR_MS + 120_000;
    await arrive(receiver, 5);
    expect(textsOf(receiver).slice(3)).to.deep.equal([`Still open: ${OTHER}`, AGAIN]);
  });

  it('is sent again by one of two nodes', async () => {
    let aheadMs = 0;
    const receiver = await open(startWebhookReceiver());
    const pair = await open(startServicePair(settings(receiver), { clock: () => Date.now() + aheadMs }));
    await transferInReview(pair.nodes[0].sandbox);
    await arrive(receiver, 1);
    aheadMs = 25 * HOUR_MS;
    await arrive(receiver, 2);
    await userUnderReview(pair.nodes[1].sandbox);
    await arrive(receiver, 3);
    expect(textsOf(receiver)).to.deep.equal([FIRST, AGAIN, OTHER]);
  });

  it('is never sent again if that is turned off', async () => {
    let aheadMs = 0;
    const receiver = await open(startWebhookReceiver());
    const options = settings(receiver, { remind_after_hours: 0 });
    const service = await open(startTestService({}, () => Date.now() + aheadMs, options));
    await transferInReview(service.sandbox);
    await arrive(receiver, 1);
    aheadMs = 90 * 24 * HOUR_MS;
    await userUnderReview(service.sandbox);
    await arrive(receiver, 2);
    expect(textsOf(receiver)).to.deep.equal([FIRST, OTHER]);
  });
});

describe('Notifications of two nodes', () => {
  it('are sent by one of them', async () => {
    const receiver = await startWebhookReceiver();
    const rules = [{ name: 'channel', kinds: REVIEWS, webhook: receiver.url }];
    const pair = await startServicePair({ ...LOCAL, notifications: { check_every_seconds: 1, rules } });
    try {
      const [first, second] = pair.nodes;
      await transferInReview(first.sandbox);
      await waitFor('the message', () => (receiver.received.length > 0 ? true : undefined));
      await userUnderReview(second.sandbox);
      await waitFor('the other message', () => (receiver.received.length > 1 ? true : undefined));
      expect(
        receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text.split(',')[0]),
      ).to.deep.equal(['1 transfer in review', '1 identity under review']);
    } finally {
      await pair.close();
      await receiver.close();
    }
  });
});

describe('Rules of notifications', () => {
  let folder: Folder;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  const read = (notifications: object) => readConfigFile(writeConfigFile(folder.path, { notifications }));
  const smtp = { host: 'smtp.example.com', from: 'ledger@example.com' };
  const rule = { name: 'mara', kinds: ['not_ready'] };

  it('can name every kind of what needs attention', () => {
    expect(
      schema.properties.notifications.properties.rules.items.properties.kinds.items.enum,
    ).to.have.members([...Object.keys(ATTENTION_KINDS), 'mentions']);
  });

  it('are refused with what would be right', () => {
    const email = 'mara@example.com';
    const cases: readonly (readonly [object, string])[] = [
      [{ rules: [rule] }, 'mara must have either email or webhook'],
      [{ rules: [{ ...rule, email }] }, 'mara sends email, which needs notifications.smtp'],
      [
        {
          smtp,
          rules: [
            { ...rule, email },
            { ...rule, email },
          ],
        },
        'mara must have another name',
      ],
      [{ smtp, rules: [{ ...rule, email, kinds: ['mentions'] }] }, 'mara must name the operator'],
      [
        { rules: [{ ...rule, webhook: 'http://chat.example/hook' }] },
        'mara.webhook must start with https://',
      ],
      [
        { rules: [{ ...rule, webhook: 'env:NO_SUCH' }] },
        'mara.webhook: the environment variable NO_SUCH is not set',
      ],
      [{ rules: [{ ...rule, kinds: ['weather'] }] }, 'notifications.rules.0.kinds.0'],
    ];
    for (const [notifications, message] of cases)
      expect(() => read(notifications), message).to.throw(message);
    expect(read({ smtp, rules: [{ ...rule, email }] }).notifications.rules[0]).to.deep.include({
      email,
      operator: null,
    });
  });

  it('match a name after @ as whole words only', () => {
    for (const text of ['@Mara Lind', 'Ask (@mara lind).', 'x@mara lind @Mara Lind'])
      expect(mentions(text, 'Mara Lind'), text).to.equal(true);
    for (const text of ['Mara Lind', '@Mara Linden', 'x@Mara Lind', '@Mara'])
      expect(mentions(text, 'Mara Lind'), text).to.equal(false);
  });

  it('escape what Slack would read as a command', () => {
    expect(slackMessage({ text: '<!channel> & co', url: 'https://ledger.example' })).to.include(
      '&lt;!channel&gt; &amp; co',
    );
  });
});
