/** `treasury`: the service's own coin, and what books are given of it. */
import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { apiAction, given, group, pathSegment, listOutcome, withLimit, objectOutcome } from '../program.ts';
import { UsageError } from '../outcome.ts';

const EXAMPLES = [
  'treasury trades production',
  "treasury trade production --side buy --coin-amount 100 --price 25000.00 --counterparty 'OTC desk'",
  'treasury allocate production int_01… --coin-stock 10 --points-backing 500000.00',
];

export const environment = (): Argument =>
  new Argument('<environment>', 'sandbox or production').choices(['sandbox', 'production']);

export function addTreasury(program: Command): void {
  const treasury = group(program, 'treasury', "the service's own coin and backing", EXAMPLES);
  withLimit(treasury.command('trades').description('list over-the-counter trades, newest first'))
    .addArgument(environment())
    .action(
      apiAction((api, [which], options) =>
        listOutcome(api, `/treasury/${pathSegment(which)}/trades`, options, {
          columns: ['id', 'side', 'coin_amount', 'price', 'counterparty', 'traded_at'],
          none: 'No trade was recorded yet.',
        }),
      ),
    );
  treasury
    .command('trade')
    .description('record a trade; the newest one sets the price of coin')
    .addArgument(environment())
    .addOption(new Option('--side <side>', 'what we did').choices(['buy', 'sell']).makeOptionMandatory())
    .requiredOption('--coin-amount <amount>', 'how much coin')
    .requiredOption('--price <points>', 'points per coin')
    .option('--counterparty <text>', 'with whom')
    .option('--traded-at <time>', 'ISO 8601 time of the trade; now when left out')
    .action(
      apiAction(async (api, [which], { side, coinAmount, price, counterparty, tradedAt }) => {
        const body = given({ side, coin_amount: coinAmount, price, counterparty, traded_at: tradedAt });
        return objectOutcome(await api.post(`/treasury/${pathSegment(which)}/trades`, body));
      }),
    );
  treasury
    .command('allocate')
    .description("add to an integrator's coin stock, or to the points that may be issued against coin")
    .addArgument(environment())
    .argument('<integrator>', 'ID of the integrator')
    .option('--coin-stock <amount>', 'coin to add')
    .option('--points-backing <amount>', 'points to add')
    .action(
      apiAction(async (api, [which, integrator_id], { coinStock, pointsBacking }) => {
        if (coinStock === undefined && pointsBacking === undefined)
          throw new UsageError('Say what to add: --coin-stock, --points-backing, or both.');
        const body = given({ integrator_id, coin_stock: coinStock, points_backing: pointsBacking });
        return objectOutcome(await api.post(`/treasury/${pathSegment(which)}/allocations`, body));
      }),
    );
}
