import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCliProcessWith, startCli, startCliProcess } from '../support/cli.ts';
import type { Cli, RunningCli } from '../support/cli.ts';
import { newUser } from '../support/api-steps.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver, statusResponse } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { verifyWebhook } from '../../packages/client/src/webhooks/verify.ts';

describe('Listening for events', () => {
  let service: RunningService;
  let receiver: WebhookReceiver;
  let cli: Cli;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService({ DATA_DIR: folder.path, PORT: String(await freePort()) });
    receiver = await startWebhookReceiver();
    cli = startCli();
  });
  after(async () => {
    await cli.close();
    await receiver.close();
    await service.close();
    await folder.remove();
  });

  const env = (): Record<string, string> => ({
    BASE_URL: service.url,
    API_KEY: service.credentials.sandbox_api_key,
  });

  /** Starts `listen` and waits until it is connected. */
  async function listen(...args: string[]): Promise<RunningCli> {
    const listening = startCliProcess(env(), 'listen', ...args);
    await waitFor('the command to listen', () => {
      if (listening.exitCode() !== undefined) throw new Error(listening.errors());
      return (
        /"connected"|Receiving events/.test(listening.lines().join('\n') + listening.errors()) || undefined
      );
    });
    return listening;
  }

  const eventsIn = ({ lines }: RunningCli) =>
    lines()
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'event');

  /** Waits until it has shown this many events. */
  const shownEvents = (listening: RunningCli, count: number) =>
    waitFor(`${count} events`, () => {
      const events = eventsIn(listening);
      return events.length >= count ? events : undefined;
    });

  it('forwards each event, signed like a real delivery, and shows the response', async () => {
    const keyFile = join(folder.path, 'public.pem');
    const listening = await listen(
      '--forward-to',
      `${receiver.url}/hooks`,
      '--public-key-file',
      keyFile,
      '--json',
    );
    const before = receiver.received.length;
    const user = await newUser(service.sandbox);
    const [shown] = await shownEvents(listening, 1);
    const request = receiver.received[before];
    const publicKey = readFileSync(keyFile, 'utf8');
    expect(JSON.parse(listening.lines()[0] ?? '')).to.include({
      kind: 'connected',
      public_key_pem: publicKey,
    });
    const event = await verifyWebhook(request?.body ?? '', request?.headers ?? {}, publicKey);
    expect(event).to.deep.include({ type: 'user.created', data: user });
    expect(request?.body).to.equal((await service.sandbox.get(`/v1/events/${event.id}`)).text);
    expect(request?.headers).to.include({
      'svc-event-id': event.id,
      'svc-delivery-attempt': '1',
      'content-type': 'application/json',
    });
    expect(shown.event).to.deep.equal(event);
    expect(shown.forwarded).to.include({ status: 204, error: null });
    expect(await listening.stop()).to.equal(0);
  }).timeout(120_000);

  it('shows what a receiver that fails says, and one that is not there', async () => {
    receiver.respondWith(statusResponse(500, 'no such table: hooks'));
    const failing = await listen('--forward-to', receiver.url);
    const nobody = await listen('--forward-to', `127.0.0.1:${await freePort()}/hooks`, '--json');
    await newUser(service.sandbox);
    await Promise.all([
      waitFor('two lines', () => failing.lines().length >= 2 || undefined),
      shownEvents(nobody, 1),
    ]);

    expect(failing.lines()[0]).to.match(/^[\d:]{8} {2}user\.created {2}evt_\w+ {2}→ 500 {2}\d+ ms$/);
    expect(failing.lines()[1]).to.equal('no such table: hooks');
    expect(failing.errors()).to.include('-----BEGIN PUBLIC KEY-----');
    expect(eventsIn(nobody)[0].forwarded).to.include({ status: null, error: 'connection refused' });
    await Promise.all([failing.stop(), nobody.stop()]);
    receiver.respondWith(statusResponse(204));
  }).timeout(120_000);

  it('shows only the types that were asked for', async () => {
    const listening = await listen('--events', 'user.deactivated,user.kyc_status_changed', '--json');
    await cli.run(env(), 'trigger', 'user.deactivated');
    const [{ event, forwarded }] = await shownEvents(listening, 1);
    expect([event.type, forwarded]).to.deep.equal(['user.deactivated', null]);
    await listening.stop();
  }).timeout(120_000);

  it('continues after a restart of the service without missing an event', async () => {
    const listening = await listen('--json');
    const { port } = new URL(service.url);
    const restart = (): Promise<RunningService> => startTestService({ DATA_DIR: folder.path, PORT: port });
    await service.close();
    service = await restart();
    // Whether the command connects again before or after these.
    const users = [await newUser(service.sandbox), await newUser(service.sandbox)];
    await shownEvents(listening, 2);
    expect(eventsIn(listening).map(({ event }) => event.data.id)).to.deep.equal(users.map(({ id }) => id));
    expect(listening.lines().some((line) => line.startsWith('{"kind":"lost"'))).to.equal(true);
    await listening.stop();
  }).timeout(120_000);

  it('ends at once if the key is refused, or if nothing listens', async () => {
    const refused = await runCliProcessWith('', { ...env(), API_KEY: 'svc_test_wrong' }, 'listen');
    expect([refused.code, refused.err.includes('401 invalid_api_key')]).to.deep.equal([1, true]);
    const nobody = await runCliProcessWith('', { ...env(), BASE_URL: 'http://127.0.0.1:9' }, 'listen');
    expect([nobody.code, nobody.err]).to.deep.equal([1, 'Cannot reach the service at http://127.0.0.1:9.\n']);
    const wrong = await runCliProcessWith('', env(), 'listen', '--public-key-file', join(folder.path, 'x'));
    expect(wrong.code).to.equal(2);
  }).timeout(120_000);
});
