/** `treasury`: trades of coin, and allocations of coin and backing to books. */
import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import {
  apiAction,
  withoutUndefined,
  withExamples,
  pathSegment,
  listOutcome,
  withLimit,
  objectOutcome,
} from '../program.ts';
import { UsageError } from '../outcome.ts';

const EXAMPLES = [
  'treasury trades production',
  "treasury trade production --side buy --coin-amount 100 --price 25000.00 --counterparty 'OTC desk'",
  'treasury allocate production int_01… --coin-stock 10 --points-backing 500000.00',
];

export const environmentArgument = (): Argument =>
  new Argument('<environment>', 'sandbox or production').choices(['sandbox', 'production']);

export function fillTreasury(treasury: Command): void {
  withExamples(treasury, EXAMPLES);
  withLimit(treasury.command('trades').description('list over-the-counter trades, newest first'))
    .addArgument(environmentArgument())
    .action(
      apiAction((api, [which], options) =>
        listOutcome(api, `/treasury/${pathSegment(which)}/trades`, options, {
          columns: ['id', 'side', 'coin_amount', 'price', 'counterparty', 'traded_at'],
          emptyText: 'There are no trades yet.',
        }),
      ),
    );
  treasury
    .command('trade')
    .description('record a trade; the latest trade sets the price of coin')
    .addArgument(environmentArgument())
    .addOption(
      new Option('--side <side>', 'side of the service').choices(['buy', 'sell']).makeOptionMandatory(),
    )
    .requiredOption('--coin-amount <amount>', 'amount of coin, such as 100.5')
    .requiredOption('--price <points>', 'price in points per coin, such as 25000.00')
    .option('--counterparty <text>', 'other party of the trade')
    .option('--traded-at <time>', 'ISO 8601 time of the trade (default: now)')
    .action(
      apiAction(async (api, [which], { side, coinAmount, price, counterparty, tradedAt }) => {
        const body = withoutUndefined({
          side,
          coin_amount: coinAmount,
          price,
          counterparty,
          traded_at: tradedAt,
        });
        return objectOutcome(await api.post(`/treasury/${pathSegment(which)}/trades`, body));
      }),
    );
  treasury
    .command('allocate')
    .description('add to the coin stock of an integrator, or to the points it can issue against coin')
    .addArgument(environmentArgument())
    .argument('<integrator>', 'ID of the integrator')
    .option('--coin-stock <amount>', 'amount of coin to add')
    .option('--points-backing <amount>', 'amount of points to add')
    .action(
      apiAction(async (api, [which, integrator_id], { coinStock, pointsBacking }) => {
        if (coinStock === undefined && pointsBacking === undefined)
          throw new UsageError('Use --coin-stock, --points-backing, or both.');
        const body = withoutUndefined({
          integrator_id,
          coin_stock: coinStock,
          points_backing: pointsBacking,
        });
        return objectOutcome(await api.post(`/treasury/${pathSegment(which)}/allocations`, body));
      }),
    );
}
