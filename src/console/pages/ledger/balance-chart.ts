/** How the available balances of a customer's wallets developed, as far back as the newest entries of their history go. */
import type { Wallet, WalletHistoryEntry } from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import { read, type PageContext } from '../../page-context.ts';
import { chartHtml, compact } from '../../ui/charts.ts';
import { panel } from '../../ui/panels.ts';
import { toLabel, unitName } from '../../ui/text.ts';

const ENTRIES_READ = 100;
const POINTS = 30;

/** A chart for each wallet that had an available balance; nothing if none had. */
export async function balanceCharts(context: PageContext, wallets: readonly Wallet[]): Promise<Html> {
  const charts = await Promise.all(wallets.map((wallet) => balanceChart(context, wallet)));
  const shown = charts.filter((each) => each !== undefined);
  return shown.length === 0 ? html`` : html`<div class="charts">${shown}</div>`;
}

async function balanceChart(context: PageContext, { id, asset }: Wallet): Promise<Html | undefined> {
  const query = { limit: ENTRIES_READ };
  const { data } = await read(context, 'listOperatorWalletHistory', { params: { wallet_id: id }, query });
  const entries = data.filter(({ bucket }) => bucket === 'available').toReversed();
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = Date.parse(first.created_at);
  // The clock of a sandbox can be ahead.
  const to = Math.max(context.now, Date.parse(last.created_at));
  const step = Math.max((to - from) / (POINTS - 1), 1);
  const times = Array.from({ length: POINTS }, (_, at) => Math.ceil(from + at * step));
  const title = `Available ${unitName(asset)}`;
  return panel(
    title,
    chartHtml(context, {
      title,
      kind: 'lines',
      times,
      format: compact,
      lines: [{ name: toLabel(unitName(asset)), values: times.map((time) => balanceAt(entries, time)) }],
    }),
  );
}

/** A floating-point number is precise enough for a chart. The history has the exact amounts. */
function balanceAt(entries: readonly WalletHistoryEntry[], time: number): number {
  const newest = entries.findLast(({ created_at }) => Date.parse(created_at) <= time);
  return Number(newest?.balance_after ?? 0);
}
