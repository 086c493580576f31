/** Sends scenarios to the API without sockets and compares each answer with the model. */
import { replaceRuntime } from '../../../src/system/runtime.ts';
import type { WebhookSender } from '../../../src/webhooks/webhook-sender.ts';
import { startMemoryApp } from '../../../test/support/memory-app.ts';
import { createModel } from '../model/model.ts';
import type { Answer } from '../model/prediction.ts';
import { createMarket } from '../model/state/market.ts';
import type { Command, Scenario } from './command.ts';
import type { Coverage } from './coverage.ts';
import { createGenerator, type Generator } from './generator.ts';
import { requestOf, send } from './request.ts';

export type Difference = { readonly command: Command; readonly reason: string };

/** The default configuration. */
export const POINT_PRICES = { usd: '0.01', cad: '0.01', eur: '0.01' } as const;
const LIMIT = { per24h: '5000000', per30d: '50000000' };
const LIMITS = { user_to_user: LIMIT, offramp: LIMIT };

const STARTS_AT = Date.parse('2030-03-01T08:00:00.000Z');

export type Run = { readonly scenario: Scenario; readonly difference: Difference | undefined };

/** Runs a scenario on an empty service. Returns the first difference from the model, if any. */
export async function runScenario(scenario: Scenario): Promise<Difference | undefined> {
  const commands = scenario.values();
  const next = (): Command | undefined => commands.next().value;
  return (await run({ next, observe: () => undefined })).difference;
}

/** Runs `length` commands of a generator, or those until the first difference from the model. */
export async function runGenerated(seed: number, length: number, coverage?: Coverage): Promise<Run> {
  const generator = createGenerator(seed);
  let left = length;
  return run({ ...generator, next: () => (left-- > 0 ? generator.next() : undefined) }, coverage);
}

type Source = { next(): Command | undefined; observe: Generator['observe'] };

async function run(source: Source, coverage?: Coverage): Promise<Run> {
  let now = STARTS_AT;
  const currentTime = (): number => now;
  const restoreTime = replaceRuntime({ currentTime });
  const settings = { webhookEndpointTest: true } as const;
  const app = await startMemoryApp({ clock: currentTime, settings, sender: createTestReceiver() });
  // There is no operator API.
  const keys = { ...app.keys, operator: '', secondOperator: '' };
  const market = createMarket();
  const model = createModel({ market, settings: { pointPrices: POINT_PRICES, limits: LIMITS } });
  const treasury = app.treasuries.get('sandbox');
  const [coin_stock, points_backing] = ['2.5', '9000.00'];
  await treasury.recordInitialFunding(
    { side: 'buy', coin_amount: '10', price: '2500.37', counterparty: 'Dealer', traded_at: undefined },
    { integrator_id: 'int_one', coin_stock, points_backing },
    { actor: 'operator:simulator', requestId: 'none' },
  );
  await treasury.deliver();
  market.trade('2500.37', now)(new Date(now).toISOString(), now);
  model.allocate('one', { coin: coin_stock, points: points_backing }, now);
  const answers = new Map<number, Answer>();
  const scenario: Command[] = [];
  try {
    for (let command = source.next(); command !== undefined; command = source.next()) {
      scenario.push(command);
      now += 'waitMs' in command ? command.waitMs : 1;
      if ('waitMs' in command) continue;
      const request = requestOf(command, answers);
      const answer = await send(app.handle, keys[command.key], request);
      answers.set(command.serial, answer);
      const reason = model.check(request, answer, now);
      if (reason !== undefined) return { scenario, difference: { command, reason } };
      coverage?.observe(command.operation, answer);
      // Which requests are logged depends on real time.
      if (command.operation !== 'listRequests') source.observe(command, answer);
    }
    return { scenario, difference: undefined };
  } finally {
    await app.close();
    restoreTime();
  }
}

/** Every fourth test of an endpoint succeeds. */
function createTestReceiver(): Pick<WebhookSender, 'send'> {
  let tests = 0;
  return {
    send() {
      tests += 1;
      const succeeded = tests % 4 === 0;
      const error = succeeded ? null : 'status';
      const response_status = succeeded ? 200 : 500;
      return Promise.resolve({
        succeeded,
        response_status,
        error,
        took_ms: 1,
        svc_signature: '',
        response: null,
      });
    },
  };
}
