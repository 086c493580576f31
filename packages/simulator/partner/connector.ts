/** The connector of the rail `wire`: it answers late, twice, or not at all. */
import type { Random } from '../commands/random.ts';
import { HARNESS } from '../scheduler/scheduler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';

export const WIRE_URL = 'https://wire.example';
export const WIRE_SECRET = Buffer.alloc(32, 7);

export type Connector = {
  /** Takes the place of `fetch` for the connector's URL. */
  readonly fetch: typeof fetch;
  /** The references of issued details, by the reference that senders quote. */
  readonly references: ReadonlyMap<string, string>;
  /** The accepted orders, by transfer. */
  readonly orders: ReadonlyMap<string, string>;
  /** An order that differs from the first one of the same transfer. */
  readonly fault: () => string | undefined;
};

type Message = Readonly<Record<string, unknown>> & {
  readonly reference?: string;
  readonly transfer_id?: string;
};

export function createConnector(scheduler: Scheduler, random: Random, faults: Faults): Connector {
  const references = new Map<string, string>();
  const orders = new Map<string, string>();
  let fault: string | undefined;

  function accept(operation: string, text: string): object {
    const { reference = '', transfer_id = '' } = JSON.parse(text) as Message;
    switch (operation) {
      case 'standing_details': {
        const quoted = `W-${reference}`;
        references.set(quoted, reference);
        const details = { bank_name: 'Wire Bank', account_name: 'Client Money', account_number: '123456789' };
        return { instructions: { ...details, reference: quoted } };
      }
      case 'payouts': {
        const before = orders.get(transfer_id);
        if (before !== undefined && before !== text)
          fault ??= `the order of ${transfer_id} changed to ${text}`;
        orders.set(transfer_id, before ?? text);
        return { rail_reference: `W-${transfer_id}` };
      }
      default:
        return {};
    }
  }

  /** Only orders may be repeated without an effect on the integrator, who is not waiting for them. */
  const isFaulty = (operation: string): boolean =>
    faults.isActive && operation === 'payouts' && random.oneIn(3);

  const post: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const operation = textOf(input).slice(WIRE_URL.length + 1);
      const text = textOf(init?.body);
      const process = scheduler.current();
      const later = (afterMs: number, run: () => void): void =>
        void scheduler.schedule(afterMs, run, process);
      const answer = (afterMs: number, status: number, body: object): void =>
        later(afterMs, () => resolve(responseOf(status, body)));
      const deliver = (): object => accept(operation, text);
      if (!isFaulty(operation)) {
        answer(faults.latencyMs(), 200, deliver());
        return;
      }
      const kind = random.pick(['late', 'answer lost', 'order lost', 'twice', 'unavailable'] as const);
      faults.count(`rail ${kind}`);
      switch (kind) {
        case 'late':
          answer(1_000 + random.below(8_000), 200, deliver());
          return;
        case 'answer lost':
          scheduler.schedule(faults.latencyMs(), deliver, HARNESS);
          later(5_000, () => reject(new Error('simulated: no answer')));
          return;
        case 'order lost':
          later(5_000, () => reject(new Error('simulated: no answer')));
          return;
        case 'twice':
          scheduler.schedule(random.below(5_000), deliver, HARNESS);
          answer(faults.latencyMs(), 200, deliver());
          return;
        case 'unavailable':
          answer(faults.latencyMs(), 503, {});
      }
    });

  return { fetch: post, references, orders, fault: () => fault };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The members that the service reads. */
const responseOf = (status: number, body: object): Response => {
  const chunks = [Buffer.from(JSON.stringify(body))];
  return { status, body: chunks } as unknown as Response;
};
