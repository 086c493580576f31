/** Monthly statements of a wallet, as files. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { bookTime } from '../../../api/reads/book-time.ts';
import { STATEMENT_TYPES, statementFile } from '../../../api/resources/wallets/statement-file.ts';
import { completeStatement } from '../../../api/resources/wallets/statement.ts';
import type { Wallet } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { findObject } from '../../book-location.ts';
import { bookReader } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

/** Months that the wallet page links to. */
const MONTHS_SHOWN = 12;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Links to the statements of the newest months since the wallet was opened. `now` is in milliseconds since 1970. */
export function statementLinks({ id, created_at }: Wallet, now: number): Html {
  const months: string[] = [];
  const month = new Date(new Date(now).toISOString().slice(0, 7));
  for (; months.length < MONTHS_SHOWN; month.setUTCMonth(month.getUTCMonth() - 1)) {
    const name = month.toISOString().slice(0, 7);
    if (name < created_at.slice(0, 7)) break;
    months.push(name);
  }
  const href = (name: string, type: string): string => `/console/wallets/${id}/statements/${name}/${type}`;
  return html`<ul class="links">
    ${months.map(
      (name) =>
        html`<li>
          <a href="${href(name, 'page')}">${name}</a> ·
          <a href="${href(name, 'csv')}" aria-label="${name} as CSV">CSV</a>
        </li>`,
    )}
  </ul>`;
}

async function statementPage(context: PageContext): Promise<PageResult> {
  const { wallet_id = '', month = '', type } = context.params;
  const mediaType = STATEMENT_TYPES[type === 'csv' ? 0 : 1];
  if (!MONTH.test(month) || (type !== 'csv' && type !== 'page')) return notFoundProblem('statement');
  const found = await findObject(context, COLLECTIONS.wallets, wallet_id, 'wallet');
  if (isProblem(found)) return found;
  const reader = bookReader(context, found.book.stream);
  const statement = await completeStatement(reader, found.value, { month, now: await bookTime(reader) });
  return isProblem(statement) ? statement : { kind: 'file', ...statementFile(statement, mediaType) };
}

export const walletStatementsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}/statements/{month}/{type}', get: statementPage },
];
