/** Reconciliation: statements of the bank accounts behind the rails, movements of the books, breaks, and days. */
import { foldReference, plainAmount } from '../../../projections/search.ts';
import { preferredType } from '../../api/operations/input.ts';
import { withDeadline } from '../../async/wait.ts';
import { csvLines, csvText } from '../../formats/text.ts';
import type {
  BreakResolution,
  ReconciliationItemListQuery,
  ReconciliationItemPage,
} from '../../generated/api.ts';
import { invalidFields, malformedRequest, notFoundProblem, problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';
import { operatorNameOf } from '../../ledger/dual-control.ts';
import { environmentOf, type EnvironmentName } from '../../ledger/ids.ts';
import { allBooks } from '../../platform/books.ts';
import type { Resolution } from '../../reconciliation/breaks/break-decisions.ts';
import type { ListedItem } from '../../reconciliation/breaks/breaks.ts';
import {
  JOURNAL_COLUMNS,
  journalRange,
  journalRecord,
  journalTotals,
  type AccountCodes,
  type JournalLine,
} from '../../reconciliation/journal.ts';
import { dayOfItem, type Item } from '../../reconciliation/matching/items.ts';
import type { Reconciliation } from '../../reconciliation/reconciliation.ts';
import type { RailAccount } from '../../reconciliation/state/rail-account.ts';
import type { StatementToImport } from '../../reconciliation/statements/import-decisions.ts';
import { readStatementInThread } from '../../reconciliation/statements/read-thread.ts';
import { InvalidStatement, hasReference, isDay } from '../../reconciliation/statements/statement.ts';
import type { Calendar } from '../../system/calendar.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import { buildPageInMemory, pageInMemory, placeAmong } from '../lists/list-page.ts';
import { compareAmounts, compareTexts, comparing } from '../lists/sorting.ts';
import { DAY_TYPES, dayFile } from '../operations/day-file.ts';
import {
  dualControlNameOf,
  type OperatorCall,
  type OperatorCaller,
  type OperatorHandlers,
} from '../operations/operation.ts';
import { replyToStreamOutcome } from '../operations/platform-write.ts';
import { freshPlatform } from '../operations/services.ts';

/** How long a request waits for the reading of books. */
const COLLECTION_WAIT_MS = 20_000;

export const reconciliationHandlers = {
  async listBankStatements({ services, params, query }) {
    const reconciliation = await services.reconciliations.get(environmentIn(params));
    // Another node may have imported a statement before this request was sent.
    await reconciliation.refresh();
    return pageInMemory(reconciliation.statements(), query);
  },
  async importBankStatement(call) {
    const { services, actor, requestId, idempotency } = call;
    return withStatement(call, async (reconciliation, statement) => {
      const outcome = await reconciliation.importStatement(statement, { actor, requestId, idempotency });
      // The statement is recorded, so movements that cannot be read now are collected later.
      await collectInTime(call, reconciliation, { actor, requestId }).catch((err: unknown) => {
        services.log.warn({ err, request_id: requestId }, 'collection of movements postponed');
      });
      return replyToStreamOutcome(call, outcome);
    });
  },
  async previewStatement(call) {
    return withStatement(call, async (reconciliation, statement) => {
      const found = await reconciliation.previewStatement(statement);
      return 'refusal' in found
        ? replyToStreamOutcome(call, { kind: 'refused', refusal: found.refusal })
        : { status: 200, body: JSON.stringify(found) };
    });
  },
  async voidStatement(call) {
    const reconciliation = await call.services.reconciliations.get(environmentIn(call.params));
    const request = { ...requestOf(call), operator: dualControlNameOf(call) };
    return replyToStreamOutcome(
      call,
      await reconciliation.voidStatement(call.params.statement_id, call.body.reason, request),
    );
  },
  async collectMovements(call) {
    const reconciliation = await call.services.reconciliations.get(environmentIn(call.params));
    const outcome = await collectInTime(call, reconciliation, requestOf(call));
    return outcome === undefined ? stillReading() : replyToStreamOutcome(call, outcome);
  },
  async listReconciliationItems({ services, params, query, token }) {
    const reconciliation = await services.reconciliations.get(environmentIn(params));
    // Another node may have closed the day before this request was sent.
    await reconciliation.refresh();
    const { day, until, rail, currency, breaks, assigned, group_id: groupId } = query;
    const owner = assigned === undefined ? undefined : assigned === 'me' ? operatorNameOf(token) : null;
    const days =
      day !== undefined
        ? reconciliation.days.rangeOf(day)
        : until !== undefined
          ? { after: '', until }
          : undefined;
    const matches = matcherOf(query);
    const items = inOrder(
      await reconciliation.items({ days, rail, currency, breaks, owner, groupId, matches }),
      query.sort,
    );
    const cursor = query.starting_after ?? query.ending_before;
    // A break that was resolved in the meantime is still an item.
    const isListed = cursor === undefined || items.some(({ id }) => id === cursor);
    const placeOf = isListed ? undefined : placeAmong(inOrder(await reconciliation.items({}), query.sort));
    return buildPageInMemory(items, query, reconciliation.presenter(), placeOf, {
      ...(query.totals !== undefined && { totals: totalsOf(items) }),
    });
  },
  async getReconciliationItem({ services, params }) {
    const reconciliation = await services.reconciliations.get(environmentIn(params));
    await reconciliation.refresh();
    const found = await reconciliation.item(params.item_id);
    return found === undefined
      ? notFoundProblem('line or movement')
      : { status: 200, body: JSON.stringify(found) };
  },
  async resolveBreak(call) {
    const reconciliation = await call.services.reconciliations.get(environmentIn(call.params));
    const resolution = resolutionIn(call.body);
    if (resolution === undefined)
      return rejected(
        'movement_id',
        'Send the movement to link or to separate, and only for these resolutions.',
      );
    const request = { ...requestOf(call), operator: dualControlNameOf(call) };
    return replyToStreamOutcome(call, await reconciliation.resolve(call.params.item_id, resolution, request));
  },
  async assignBreak(call) {
    const { assigned_to } = call.body;
    const owner = await ownerName(call, assigned_to);
    if (owner === undefined) return rejected('assigned_to', 'There is no operator with this ID.');
    const reconciliation = await call.services.reconciliations.get(environmentIn(call.params));
    return replyToStreamOutcome(
      call,
      await reconciliation.assign(call.params.item_id, owner, requestOf(call)),
    );
  },
  async groupItems(call) {
    const reconciliation = await call.services.reconciliations.get(environmentIn(call.params));
    return replyToStreamOutcome(call, await reconciliation.group(call.body, requestOf(call)));
  },
  async listReconciliationDays({ services, params, query }) {
    const { days } = await services.reconciliations.get(environmentIn(params));
    return buildPageInMemory(
      (await days.list()).map((id) => ({ id })),
      query,
      ({ id }) => days.get(id),
    );
  },
  async getReconciliationDay({ services, params, query, accept }) {
    const { days } = await services.reconciliations.get(environmentIn(params));
    const found = await days.get(params.day);
    if (found === undefined) return notFoundProblem('day');
    const type = preferredType(accept, ['application/json', ...DAY_TYPES]);
    return type === 'application/json'
      ? { status: 200, body: JSON.stringify(found) }
      : { status: 200, ...dayFile(found, type, query.table) };
  },
  async closeReconciliationDay(call) {
    const reconciliation = await call.services.reconciliations.get(environmentIn(call.params));
    const { actor, requestId } = call;
    // Everything that was posted until the end of the day belongs to it.
    if ((await collectInTime(call, reconciliation, { actor, requestId })) === undefined)
      return stillReading();
    const { without_statements = [] } = call.body;
    const closed = await reconciliation.days.close(call.params.day, without_statements, requestOf(call));
    return replyToStreamOutcome(call, closed);
  },
  exportJournal: (call) => call.services.files(call.token.id, () => journalReply(call)),
} satisfies Partial<OperatorHandlers>;

/** Whether an item has the result, the amount with any sign, and a reference with the part. */
function matcherOf({
  result,
  amount,
  reference,
}: Pick<ReconciliationItemListQuery, 'result' | 'amount' | 'reference'>): (
  item: Item,
  account: Pick<RailAccount, 'decimals'>,
) => boolean {
  const part = reference === undefined ? undefined : foldReference(reference);
  return (item, { decimals }) => {
    const { line, movement } = item;
    const isAmount = (each: Amount | undefined): boolean =>
      each !== undefined &&
      amount !== undefined &&
      plainAmount(formatAmount(each < 0n ? -each : each, decimals)) === plainAmount(amount);
    const ofLine = line !== undefined && hasReference(line.bankReference) ? [line.bankReference] : [];
    return (
      (result === undefined || item.result === result) &&
      (amount === undefined || isAmount(line?.amount) || isAmount(movement?.amount)) &&
      (part === undefined ||
        [...ofLine, ...(movement?.references ?? [])].some((each) => foldReference(each).includes(part)))
    );
  };
}

const sizeOf = ({ item: { difference }, account: { decimals } }: ListedItem): string =>
  formatAmount(difference < 0n ? -difference : difference, decimals);

/** Items that are passed oldest day first, sorted as the query says. The result is as `buildPageInMemory` takes it: the last one first. */
const inOrder = (
  items: readonly ListedItem[],
  sort: ReconciliationItemListQuery['sort'],
): readonly ListedItem[] =>
  sort === undefined
    ? items
    : items
        .toSorted(
          comparing(sort, {
            day: (a, b) => compareTexts(dayOfItem(a.item), dayOfItem(b.item)),
            difference: (a, b) => compareAmounts(sizeOf(a), sizeOf(b)),
          }),
        )
        .reverse();

/** The totals of these items, which need not be built for that. */
function totalsOf(items: readonly ListedItem[]): NonNullable<ReconciliationItemPage['totals']> {
  const totals = new Map<string, { count: number; sum: Amount; decimals: number; since: string }>();
  for (const { item, account } of items) {
    const { currency, decimals } = account;
    const day = dayOfItem(item);
    const { count, sum, since } = totals.get(currency) ?? { count: 0, sum: 0n, since: day };
    totals.set(currency, {
      ...{ count: count + 1, sum: sum + item.difference, decimals },
      since: day < since ? day : since,
    });
  }
  return [...totals].map(([currency, { count, sum, decimals, since }]) => ({
    ...{ currency, count, difference: formatAmount(sum, decimals) },
    since,
  }));
}

/** Reads the file of a request, and rejects it if it is not a statement that can be imported. */
async function withStatement(
  { services, params, body }: OperatorCall<'importBankStatement' | 'previewStatement'>,
  then: (reconciliation: Reconciliation, statement: StatementToImport) => Promise<Reply>,
): Promise<Reply> {
  const currencies = services.railCurrencies.get(body.rail);
  if (currencies === undefined) return rejected('rail', 'There is no rail with this code.');
  const reconciliation = await services.reconciliations.get(environmentIn(params));
  await reconciliation.refresh();
  const { rail, format, account_changed, overlap } = body;
  try {
    const statement = await readStatementInThread(body, currencies, reconciliation.boundAccounts(rail));
    const decimals = currencies.get(statement.currency) ?? 0;
    return await then(reconciliation, { ...statement, rail, decimals, account_changed, overlap });
  } catch (error) {
    if (!(error instanceof InvalidStatement)) throw error;
    return rejected(format === 'json' ? 'statement' : 'content', error.message);
  }
}

async function journalReply({
  services,
  params,
  query,
  accept,
}: OperatorCall<'exportJournal'>): Promise<Reply> {
  const environment = environmentIn(params);
  const { period } = query;
  if (!isPeriod(period)) return malformedRequest('The period must be a day or a month of the calendar.');
  const books = await booksIn(services, environment);
  const { stream, readJournal, calendar } = await services.reconciliations.get(environment);
  const streams = [...books, stream];
  const parts = readJournal(streams, journalRange(calendar, period));
  if (preferredType(accept, ['application/json', 'text/csv']) !== 'text/csv') {
    const journal = { object: 'journal', environment, period, ...(await journalTotals(parts)) };
    return { status: 200, body: JSON.stringify(journal) };
  }
  return {
    status: 200,
    body: csvText(JOURNAL_COLUMNS, []),
    rest: journalText(parts, calendar, services.accountCodes),
    file: { mediaType: 'text/csv', name: `journal-${environment}-${period}.csv` },
  };
}

async function* journalText(
  parts: AsyncIterable<readonly JournalLine[]>,
  calendar: Calendar,
  codes: AccountCodes,
): AsyncGenerator<string> {
  for await (const part of parts)
    yield csvLines(
      JOURNAL_COLUMNS,
      part.map((line) => journalRecord(line, calendar, codes)),
    );
}

/** Months are valid by their pattern. */
const isPeriod = (text: string): boolean => text.length === 'YYYY-MM'.length || isDay(text);

// The router only matches these environments.
const environmentIn = ({ environment }: { environment: string }): EnvironmentName =>
  environment as EnvironmentName;

const requestOf = ({ actor, requestId, idempotency }: OperatorCaller) => ({ actor, requestId, idempotency });

const rejected = (field: string, message: string) =>
  invalidFields([{ field, code: 'invalid_value', message }]);

const stillReading = () =>
  problem('service_unavailable', 'It is still reading what the books have posted. Send the request again.', {
    retryAfterSeconds: 10,
  });

/** The collection continues after the deadline. */
class CollectionContinues extends Error {}

/** Collects the movements of all books of the environment. Undefined if that takes longer than a request should wait. */
async function collectInTime(
  { services }: Pick<OperatorCaller, 'services'>,
  { environment, collectMovements }: Reconciliation,
  request: Parameters<Reconciliation['collectMovements']>[1],
): Promise<StreamOutcome | undefined> {
  const books = await booksIn(services, environment);
  return withDeadline(
    collectMovements(books, request),
    COLLECTION_WAIT_MS,
    () => new CollectionContinues(),
  ).catch((error: unknown) => {
    if (error instanceof CollectionContinues) return undefined;
    throw error;
  });
}

/** The books of an environment, including former sandboxes, whose money has moved too. */
async function booksIn(
  services: OperatorCaller['services'],
  environment: EnvironmentName,
): Promise<readonly string[]> {
  const books = allBooks(await freshPlatform(services));
  return books.filter((stream) => environmentOf(stream) === environment);
}

/** The name of the operator by which events name operators; null for nobody, and undefined for an unknown ID. */
async function ownerName(
  { services, token }: Pick<OperatorCaller, 'services' | 'token'>,
  assignedTo: string | null,
): Promise<string | null | undefined> {
  if (assignedTo === null) return null;
  if (assignedTo === 'me') return operatorNameOf(token);
  const { tokens, operators } = await freshPlatform(services);
  const found = tokens.get(assignedTo);
  if (found !== undefined) return found.revoked_at === null ? found.name : undefined;
  const identity = operators.get(assignedTo);
  return identity && operatorNameOf({ ...identity, identity });
}

/** Undefined unless a link has a movement. A separation may have one, other resolutions have none. */
function resolutionIn({ resolution, movement_id, reason }: BreakResolution): Resolution | undefined {
  if (resolution === 'link')
    return movement_id === undefined ? undefined : { resolution, movement_id, reason };
  if (resolution === 'separate')
    return { resolution, reason, ...(movement_id !== undefined && { movement_id }) };
  return movement_id === undefined ? { resolution, reason } : undefined;
}
