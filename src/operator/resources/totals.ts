/** Totals of books, and of the fiat that came in and went out. */
import { BOOK_TOTALS, COLLECTIONS, FLOW_TOTALS } from '../../../projections/collections.ts';
import {
  TOTALS_SCOPE,
  bookTotalsId,
  flowsUntil,
  type BookTotals as ProjectedTotals,
} from '../../../projections/totals.ts';
import type { BookTotals, HourlyFlows } from '../../generated/api.ts';
import { parseBookStream, type EnvironmentName } from '../../ledger/ids.ts';
import { listValues, parseBody } from '../../read-models/collection.ts';
import { pointsSupply } from '../node-samples.ts';
import { streamsOf, waitForBooks } from '../operations/cross-book-list.ts';
import type { OperatorCall, OperatorHandlers } from '../operations/operation.ts';
import { allBookTotals, type OperatorServices } from '../operations/services.ts';

export const totalsHandlers = {
  async listBookTotals(call) {
    const found = await totalsOf(call);
    return { status: 200, body: JSON.stringify({ data: found.flatMap(presentTotals) }) };
  },
  async listHourlyFlows({ services, query: { environment = 'production' } }) {
    return { status: 200, body: JSON.stringify({ data: await hourlyFlows(services, environment) }) };
  },
} satisfies Partial<OperatorHandlers>;

async function totalsOf({
  services,
  query,
}: OperatorCall<'listBookTotals'>): Promise<readonly ProjectedTotals[]> {
  const { documents, books } = services;
  const { integrator_id, environment } = query;
  if (integrator_id === undefined) {
    // An overview must not fail while projections are behind: each book says how far its totals are.
    const all = await allBookTotals(documents);
    return all.filter(({ book }) => {
      const { environment: found } = parseBookStream(book) ?? {};
      return !books.isFormer(book) && (environment === undefined || environment === found);
    });
  }
  await waitForBooks(services, query, COLLECTIONS.totals);
  const ids = streamsOf(services, query).map(bookTotalsId);
  return (await documents.getMany(BOOK_TOTALS, ids)).map((each) => parseBody(BOOK_TOTALS, each));
}

function presentTotals(totals: ProjectedTotals): readonly BookTotals[] {
  const { book, wallets, rows, revision, as_of } = totals;
  const name = parseBookStream(book);
  if (name === undefined) return [];
  return [
    {
      object: 'book_totals',
      ...name,
      wallets: Object.entries(wallets).map(([asset, count]) => ({ asset, count })),
      balances: rows,
      points: pointsSupply([totals]),
      revision,
      as_of,
    },
  ];
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** One entry for each hour, oldest first. Throws StoreUnavailable. */
async function hourlyFlows(
  { documents, clock }: OperatorServices,
  environment: EnvironmentName,
): Promise<readonly HourlyFlows[]> {
  const now = clock();
  const found = await listValues(documents, FLOW_TOTALS, {
    scope: TOTALS_SCOPE,
    terms: [`flows:${environment}`],
    before: flowsUntil(now),
    order: 'newest',
    limit: HOURS,
  } as const);
  const byHour = new Map(found.map((each) => [each.hour, each.flows]));
  return Array.from({ length: HOURS }, (_, at) => {
    const hour = `${new Date(now - (HOURS - 1 - at) * HOUR_MS).toISOString().slice(0, 13)}:00:00.000Z`;
    const flows = Object.entries(byHour.get(hour) ?? {}).map(([unit, flow]) => ({ unit, ...flow }));
    return { hour, flows };
  });
}
