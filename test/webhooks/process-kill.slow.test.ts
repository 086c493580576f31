import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createAuthority } from '../support/certificate-authority.ts';
import { hasOpenssl } from '../support/installed-programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { statusResponse, startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { spawnService, writeConfigFile } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { expectBody, listAll } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, eventIds, isSigned, newEndpoint } from '../support/webhook-client.ts';

const EVENTS = 1_000;
const CLIENTS = 16;
const KILLS = 4;

describe('A service killed during webhook delivery', function () {
  this.timeout(120_000);
  let folder: Folder;
  let receiver: WebhookReceiver;
  let service: ServiceProcess | undefined;
  /** Uses HTTPS if a certificate can be created. */
  let trust = {};
  before(async () => {
    folder = await temporaryFolder();
    const authority = hasOpenssl() ? createAuthority(folder.path) : undefined;
    receiver = await startWebhookReceiver(authority && { certificate: authority.issue() });
    if (authority !== undefined) trust = { NODE_EXTRA_CA_CERTS: authority.caFile };
    // Slow enough that many deliveries are pending and some are always in flight.
    receiver.respondWith((response) => void setTimeout(() => response.writeHead(204).end(), 400));
  });
  after(async () => {
    await service?.kill();
    await receiver.close();
    await folder.remove();
  });

  it('delivers every acknowledged event; duplicates are identical', async () => {
    const env = { CONFIG_FILE: writeConfigFile(folder.path, LOCAL), LOG_LEVEL: 'warn', ...trust };
    service = await spawnService(folder.path, env);
    const endpoint = await newEndpoint(service.sandbox, receiver.url);
    const { sandbox } = service;
    const made = new Set<string>();
    let left = EVENTS;
    const client = async (): Promise<void> => {
      for (; left > 0;) {
        left -= 1;
        const user = { type: 'individual', external_reference: randomUUID() };
        made.add(expectBody(await sandbox.post('/v1/users', user), 201).id);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const known = receiver.received.length;
      await waitFor('more webhooks', () => receiver.received.length > known + 30 || isDone() || undefined);
      if (kill === 1) expect(isDone()).to.equal(false);
      await service.kill();
      service = await spawnService(folder.path, env);
    }
    function isDone(): boolean {
      return new Set(eventIds(receiver.received)).size >= EVENTS;
    }
    receiver.respondWith(statusResponse(204));
    await waitFor('every event to be delivered', () => isDone() || undefined, 60_000);

    const bodies = new Map<string, string>();
    for (const each of receiver.received) {
      const id = String(each.headers['svc-event-id']);
      expect(each.body).to.equal(bodies.get(id) ?? each.body);
      expect(JSON.parse(each.body).id).to.equal(id);
      bodies.set(id, each.body);
    }
    const users = [...bodies.values()].map((body) => JSON.parse(body).data.id);
    expect(new Set(users)).to.deep.equal(made);
    expect(receiver.received.every((each) => isSigned(each, endpoint.public_key_pem))).to.equal(true);
    // A kill repeats only attempts that were in flight or not recorded yet.
    expect(receiver.received.length).to.be.below(EVENTS + KILLS * 250);
    const log = await listAll(service.sandbox, '/v1/events?type=user.created');
    expect(log.every(({ id }) => bodies.has(id))).to.equal(true);
  });
});
