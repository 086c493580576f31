/** The open breaks of one account in two columns, bank and books, with what is suggested for them and what awaits a statement. */
import type {
  ReconciliationAccount,
  ReconciliationItem,
  ReconciliationItemPage,
} from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { countDecimals, formatAmount } from '../../../ledger/amount.ts';
import { dayOfItem } from '../../../reconciliation/matching/items.ts';
import { randomUUID } from '../../../system/runtime.ts';
import { html, type Html } from '../../../web/html.ts';
import { listField } from '../../bulk-results.ts';
import {
  mayCall,
  pageQuery,
  read,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { filterBar, filterQuery, type ConsoleFilters } from '../../ui/list-filters.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { pager, show, table, type Column } from '../../ui/tables.ts';
import { amountHtml, badge, railText, signedAmountHtml, textHtml, unitName } from '../../ui/text.ts';
import { accountCrumbs, accountIn, accountName } from './accounts.ts';
import { suggestionText } from './break-bulk.ts';
import { ITEMS, counted, hereIn, lineHtml, movementHtml, sumOfSide } from './breaks.ts';

const BREAKS_SHOWN = 100;
/** Movements that await a statement, the oldest first. */
const AWAITING_SHOWN = 100;
/** Members of suggestions that are not among the shown breaks and are read one by one. */
const MEMBERS_READ_MAX = 50;

const FILTERS: ConsoleFilters = {
  day: { label: 'Day', input: { type: 'day' } },
  amount: { label: 'Amount', input: { type: 'amount' } },
  reference: { label: 'Part of a reference', input: { type: 'text' } },
};

/** A line and movements that may belong together, each as its item. */
type Suggested = {
  readonly item: ReconciliationItem;
  readonly lines: readonly ReconciliationItem[];
  readonly movements: readonly ReconciliationItem[];
  /** How many members are not shown. */
  readonly left: number;
};

async function matchPage(context: PageContext): Promise<PageResult> {
  const account = await accountIn(context);
  const { rail, currency } = account;
  const found = await read(context, 'listReconciliationItems', {
    query: {
      ...pageQuery(context),
      ...filterQuery(context, FILTERS, { rail, currency, breaks: 'open', totals: 'by_currency' }),
      limit: BREAKS_SHOWN,
    },
  });
  const awaiting = await awaitingOf(context, account);
  const suggested = await suggestionsOf(context, found.data);
  const shown = new Set(suggested.flatMap(({ lines, movements }) => [...lines, ...movements].map(idOf)));
  const left = found.data.filter((each) => !shown.has(each.id));
  const different = left.filter(({ line, movement }) => line !== null && movement !== null);
  const [total] = found.totals ?? [];
  const name = accountName(account);
  return {
    kind: 'page',
    title: `Match ${railText(rail, currency)}`,
    section: 'reconciliation',
    breadcrumbs: accountCrumbs(context, account),
    lead: html`<p>
      ${
        total === undefined
          ? 'No open breaks.'
          : html`${counted(total.count, 'open break')}, ${signedAmountHtml(total.difference, currency)} in
            all.`
      }
    </p>`,
    content: html`${filterBar(context, FILTERS, { hasExport: false })}
    ${suggested.length > 0 && panel('Suggested', table(context, 'Suggested', suggestedColumns(currency), suggested), { note: html`<p class="muted">Nothing but the amount, or a sum, says that these belong together.</p>` })}
    ${different.length > 0 && panel('Amounts differ', table(context, 'Amounts differ', ITEMS, different))}
    ${
      found.data.length === 0 && awaiting.data.length === 0
        ? panel(name, emptyState('No open breaks', 'Nothing of this account is left to match.'))
        : columnsHtml(context, { items: left, awaiting, account })
    }
    ${pager(context, found)}`,
  };
}

/** Movements that no statement covers yet. They are no breaks. */
const awaitingOf = (
  context: PageContext,
  { rail, currency, statement_until }: ReconciliationAccount,
): Promise<ReconciliationItemPage> => {
  const result = statement_until === null ? 'before_first_statement' : 'awaiting_statement';
  return read(context, 'listReconciliationItems', {
    query: {
      ...filterQuery(context, FILTERS, { rail, currency, result, sort: 'day', totals: 'by_currency' }),
      limit: AWAITING_SHOWN,
    },
  });
};

const idOf = ({ id }: ReconciliationItem): string => id;

// Suggestions

async function suggestionsOf(
  context: PageContext,
  items: readonly ReconciliationItem[],
): Promise<readonly Suggested[]> {
  const distinct = new Map<string, ReconciliationItem>();
  for (const item of items) {
    const { suggestion } = item;
    if (suggestion === null || item.proposal_id !== null) continue;
    const key = [...suggestion.line_ids, ...suggestion.movement_ids].join(' ');
    if (!distinct.has(key)) distinct.set(key, item);
  }
  const byId = new Map(items.map((each) => [each.id, each]));
  const missing = [...distinct.keys()].flatMap((key) => key.split(' ')).filter((id) => !byId.has(id));
  await Promise.all(
    [...new Set(missing)].slice(0, MEMBERS_READ_MAX).map(async (item_id) => {
      const item = await tryRead(context, 'getReconciliationItem', { params: { item_id } });
      if (!isProblem(item)) byId.set(item_id, item);
    }),
  );
  return [...distinct.values()].map((item) => {
    const { line_ids = [], movement_ids = [] } = item.suggestion ?? {};
    const known = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
    const [lines, movements] = [known(line_ids), known(movement_ids)];
    const left = line_ids.length + movement_ids.length - lines.length - movements.length;
    return { item, lines, movements, left };
  });
}

const entriesHtml = (items: readonly ReconciliationItem[], entry: (item: ReconciliationItem) => Html): Html =>
  html`${items.map((each) => html`<div>${entry(each)}</div>`)}`;

const suggestedColumns = (currency: string): readonly Column<Suggested>[] => [
  show.html('Bank', ({ lines }) => entriesHtml(lines, lineHtml), 'head'),
  show.html(
    'Books',
    ({ movements, left }) =>
      html`${entriesHtml(movements, movementHtml)}
      ${movements.length > 1 && html`<small>${amountHtml(sumOfSide(movements, 'movement'), currency)} together</small>`}
      ${left > 0 && html`<small>and ${left} more</small>`}`,
  ),
  show.html(
    'Days',
    ({ lines, movements }) => {
      const days = [...lines, ...movements].map(dayOfItem);
      return html`<span class="money">${[...new Set(days)].sort().join(', ')}</span>`;
    },
    'plain',
  ),
  show.html(
    'Link',
    ({ item, left }, context) =>
      left === 0 && mayCall(context, 'resolveBreak') ? linkForm(context, item) : textHtml(null),
    'plain',
  ),
];

/** Links what is suggested at once. The suggestion is sent along: if it has changed, nothing is linked. */
function linkForm(context: PageContext, item: ReconciliationItem): Html {
  const fields = {
    csrf: context.formToken,
    once: randomUUID(),
    resolution: 'link',
    account: `${item.rail}:${item.currency}`,
    ids: item.id,
    suggestions: suggestionText(item),
    reason: 'The amounts agree: confirmed as suggested.',
    confirm: 'yes',
  };
  return html`<form method="post" action="${hereIn(context)}/decide" data-once>
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${listField(context)}
    <button class="button quiet small">Link</button>
  </form>`;
}

// The two columns

type Side = 'line' | 'movement';

function columnsHtml(
  context: PageContext,
  {
    items,
    awaiting,
    account: { rail, currency },
  }: {
    readonly items: readonly ReconciliationItem[];
    readonly awaiting: ReconciliationItemPage;
    readonly account: ReconciliationAccount;
  },
): Html {
  const lines = items.filter(({ line, movement }) => line !== null && movement === null);
  const movements = items.filter(({ line }) => line === null);
  const shown = [...lines, ...movements];
  const [first] = [...shown, ...awaiting.data];
  if (first === undefined) return html``;
  const column = (title: string, side: Side, own: readonly ReconciliationItem[], rest?: Html): Html =>
    panel(
      title,
      html`${
        own.length === 0
          ? emptyState(`No open ${side}s`, 'Nothing is open on this side.')
          : table(context, title, columnsOf(context, side), own)
      }
      ${rest}`,
      {
        note: html`<p class="muted">
          ${counted(own.length, side)}, ${signedAmountHtml(sumOfSide(shown, side), currency)}
        </p>`,
      },
    );
  return html`<div
    data-sums="${unitName(currency)}"
    data-side="Lines"
    data-amount="${formatAmount(0n, countDecimals(first.difference))}"
  >
    <div class="pair">
      ${column('Bank', 'line', lines)}
      ${column('Books', 'movement', movements, awaitingHtml(context, awaiting))}
    </div>
    ${
      shown.length > 0 &&
      mayCall(context, 'resolveBreak') &&
      html`<div class="selected-bar">
        <output class="sums" for="selected" hidden></output>
        <form id="selected" method="get" action="${hereIn(context)}/decide" class="buttons">
          ${listField(context)}
          <input type="hidden" name="account" value="${rail}:${currency}" />
          <button class="button main" name="resolution" value="together">Settle the selected together</button>
          <button class="button quiet" name="resolution" value="accept">Accept the selected</button>
          <button class="button quiet" name="resolution" value="write_off">Write off the selected</button>
        </form>
      </div>`
    }
  </div>`;
}

/** What the bank has not reported yet. There is nothing to decide about it. */
function awaitingHtml(context: PageContext, { data, totals }: ReconciliationItemPage): Html | undefined {
  const [total] = totals ?? [];
  if (total === undefined) return undefined;
  return html`<div class="awaiting">
    <h3>Awaiting a statement</h3>
    <p class="muted">
      ${counted(total.count, 'movement')} since <span class="money">${total.since}</span>. A statement from
      that day on is expected. ${total.count > data.length && html`These are the oldest ${data.length}.`}
    </p>
    ${table(context, 'Awaiting a statement', AWAITING, data)}
  </div>`;
}

const AWAITING: readonly Column<ReconciliationItem>[] = [
  show.html('Amount', movementHtml, 'head'),
  show.html('Day', ({ movement }) => html`<span class="money">${movement?.day ?? ''}</span>`, 'plain'),
];

const columnsOf = (context: PageContext, side: Side): readonly Column<ReconciliationItem>[] => [
  ...(mayCall(context, 'resolveBreak') ? [select(side)] : []),
  show.html('Amount', side === 'line' ? lineHtml : movementHtml, 'head'),
  show.html(
    'Day',
    (item) => html`<span class="money">${item[side]?.day ?? ''}</span> ${notesOf(item)}`,
    'plain',
  ),
  show.html(
    'Decide',
    ({ id, proposal_id }, { params }) =>
      proposal_id === null
        ? html`<a
            class="button quiet small"
            href="/console/reconciliation/${params['environment'] ?? ''}/items/${id}"
            >Decide</a
          >`
        : html`<small>waits for a second operator</small>`,
    'plain',
  ),
];

const notesOf = ({ result, owner }: ReconciliationItem): Html =>
  html`${result === 'duplicate' && badge('duplicate', 'stop')}
  ${owner !== null && html`<small class="second-line">${owner.name}</small>`}`;

const select = (side: Side): Column<ReconciliationItem> =>
  show.html(
    'Select',
    (item) => {
      const { amount = '', day = '' } = item[side] ?? {};
      return html`<input
        type="checkbox"
        form="selected"
        name="id"
        value="${item.id}"
        aria-label="Select ${side} of ${amount} on ${day}"
        data-side="${side === 'line' ? 'Lines' : 'movements'}"
        data-amount="${amount}"
        data-key="x"
      />`;
    },
    'plain',
  );

export const matchPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/accounts/{rail}/{currency}/match', get: matchPage },
];
