/** How much of their limits a user has used. */
import { groupDigits } from '../../../formats/group-digits.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import type { Points } from '../../../ledger/amount.ts';
import { spentPoints } from '../../../ledger/transfers/user-limits.ts';
import type { UserId } from '../../../ledger/ids.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { factList, panel } from '../../ui/panels.ts';

const KINDS = { user_to_user: 'Sent to other users', offramp: 'Paid out' } as const;
const WINDOWS = { per24h: '24 hours', per30d: '30 days' } as const;

type Row = { readonly name: string; readonly spent: Points; readonly limit: Points };

export async function userLimitsPanel(context: PageContext, stream: string, userId: UserId): Promise<Html> {
  const { writers, policy } = context.services;
  let rows: readonly Row[] = [];
  // A dry run includes every event, also those that other nodes have just written.
  await writers.dryRun(stream, (book) => {
    rows = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
      const spent = spentPoints(book, kind, userId, Math.max(context.now + book.clockAheadMs, book.time));
      return (Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]).map((window) => ({
        name: `${KINDS[kind]}, ${WINDOWS[window]}`,
        spent: spent[window],
        limit: policy.userLimits[window][kind],
      }));
    });
    return { events: [] };
  });
  return panel(
    'Limits used',
    factList(rows.map(({ name, spent, limit }) => [name, barHtml(name, spent, limit)] as const)),
  );
}

const PERMILLE = 1_000;

function barHtml(name: string, spent: Points, limit: Points): Html {
  const share = limit > 0n ? Number((spent * BigInt(PERMILLE)) / limit) : PERMILLE;
  return html`<meter
      class="limit"
      min="0"
      max="${PERMILLE}"
      high="${PERMILLE * 0.8}"
      optimum="0"
      value="${Math.min(share, PERMILLE)}"
      aria-label="${name}"
    ></meter>
    <span class="limit-text">${shown(spent)} of ${shown(limit)} points</span>`;
}

const shown = (points: Points): string => groupDigits(formatAmount(points, 2));
