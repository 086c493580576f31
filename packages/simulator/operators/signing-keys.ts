/** An operator who rotates the signing keys of webhook endpoints, with and without an overlap. */
import { Difference } from '../checks/difference.ts';
import { itemsOf } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Receivers } from '../webhooks/receivers.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type SigningKeysOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly calls: OperatorCalls;
  readonly receivers: Pick<Receivers, 'expectKey' | 'expectRotation' | 'attemptsAt'>;
  /** Causes an event for the endpoint that was added last. */
  readonly causeEvent: () => Promise<void>;
};

export type SigningKeys = {
  /** Rotates the keys of this endpoint, too. No reset may delete it. */
  add(endpoint: Json): void;
  /** Rotates keys until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Rotates the keys of the endpoint that was added last, and sees which keys sign before and after the overlap ends. */
  check(): Promise<void>;
};

/** How soon after a change a calm service has to sign accordingly, and has to deliver an event. */
const SIGNED_WITHIN_MS = 4_000;
const OVERLAP_SECONDS = 12;

export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { scheduler, random, calls, receivers, causeEvent } = options;
  const endpoints: Json[] = [];

  async function rotate(endpoint: Json | undefined, overlapSeconds: number): Promise<string> {
    const [id, url] = [textOf(endpoint, 'id'), textOf(endpoint, 'url')];
    receivers.expectRotation(url);
    const earliest = scheduler.now() + overlapSeconds * 1_000;
    const body = { overlap_seconds: overlapSeconds };
    const rotated = await calls.write(`webhook_endpoints/${id}/rotate_key`, 200, body);
    const latest = scheduler.now() + overlapSeconds * 1_000;
    const publicKeyPem = textOf(rotated, 'public_key_pem');
    receivers.expectKey(url, publicKeyPem, { earliest, latest });
    return publicKeyPem;
  }

  async function expectDelivery(url: string): Promise<void> {
    const before = receivers.attemptsAt(url);
    await causeEvent();
    await scheduler.pause(SIGNED_WITHIN_MS);
    if (receivers.attemptsAt(url) === before)
      throw new Difference(`${url} has received no event for ${SIGNED_WITHIN_MS} ms`);
  }

  /** The newest delivery has succeeded. Sent again, it arrives once more. */
  async function redeliver(endpoint: Json | undefined): Promise<void> {
    const [id, url] = [textOf(endpoint, 'id'), textOf(endpoint, 'url')];
    const [newest] = itemsOf(await calls.read(`webhook_endpoints/${id}/deliveries`));
    const delivery = textOf(newest, 'id');
    if (textOf(newest, 'state') !== 'succeeded')
      throw new Difference(`the newest delivery to ${url} is ${JSON.stringify(newest)}`);
    const all = await calls.read('webhook_deliveries', { webhook_endpoint_id: id });
    if (textOf(itemsOf(all)[0], 'id') !== delivery)
      throw new Difference(
        `the list of deliveries begins with ${JSON.stringify(itemsOf(all)[0])} instead of ${delivery}`,
      );
    const before = receivers.attemptsAt(url);
    await calls.write(`webhook_deliveries/${delivery}/redeliver`, 202, {});
    await scheduler.pause(SIGNED_WITHIN_MS);
    const shown = await calls.read(`webhook_deliveries/${delivery}`);
    if (receivers.attemptsAt(url) !== before + 1 || textOf(shown, 'event_id') !== textOf(newest, 'event_id'))
      throw new Difference(`${delivery} was not sent again once: ${JSON.stringify(shown)}`);
  }

  /** The list for operators shows the newest key. */
  async function expectKeyInList(endpoint: Json | undefined, publicKeyPem: string): Promise<void> {
    const shown = (await calls.list('webhook_endpoints')).find(
      (each) => textOf(each, 'id') === textOf(endpoint, 'id'),
    );
    const shownEndpoint = isObject(shown) ? shown['webhook_endpoint'] : undefined;
    if (textOf(shownEndpoint, 'public_key_pem') !== publicKeyPem)
      throw new Difference(`the list of endpoints shows ${JSON.stringify(shown)} instead of ${publicKeyPem}`);
  }

  return {
    add: (endpoint) => void endpoints.push(endpoint),
    async run(continues) {
      for (;;) {
        await scheduler.pause(3_000 + random.below(30_000));
        if (!continues()) return;
        await rotate(random.pickAny(endpoints), random.pick([0, 1, 30, 86_400]));
      }
    },
    async check() {
      const endpoint = endpoints.at(-1);
      const url = textOf(endpoint, 'url');
      await rotate(endpoint, OVERLAP_SECONDS);
      await scheduler.pause(SIGNED_WITHIN_MS);
      await expectDelivery(url);
      await scheduler.pause(OVERLAP_SECONDS * 1_000);
      await expectDelivery(url);
      const publicKeyPem = await rotate(endpoint, 0);
      await scheduler.pause(SIGNED_WITHIN_MS);
      await expectDelivery(url);
      await expectKeyInList(endpoint, publicKeyPem);
      await redeliver(endpoint);
    },
  };
}
