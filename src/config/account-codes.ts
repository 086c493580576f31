/** Codes of an accounting system for the accounts of the ledger, from the configuration file. */
import * as account from '../ledger/account.ts';
import { ConfigError, type ConfigFile } from './config-file.ts';

/** Accounts without a rail and a currency; all wallets are one. */
const SINGLE_ACCOUNTS: ReadonlySet<string> = new Set([
  'wallets',
  account.POINTS_ISSUED,
  account.REWARDS_GRANTED,
  account.PAYOUTS_IN_FLIGHT,
  account.POINTS_BACKED,
  account.POINTS_HEADROOM,
  account.COIN_ALLOCATED,
  account.COIN_STOCK,
  account.SPREAD_INCOME,
  account.ROUNDING,
]);
/** Accounts for each rail and currency. */
const RAIL_ACCOUNTS: ReadonlySet<string> = new Set(['clearing', 'bank', 'difference']);

/** By account, or by its first parts. Throws a ConfigError for an account that does not exist. */
export function accountCodesOf({
  journal,
  rails,
}: Pick<ConfigFile, 'journal' | 'rails'>): ReadonlyMap<string, string> {
  const codes = Object.entries(journal.account_codes);
  for (const [name] of codes)
    if (!isAccount(name, rails))
      throw new ConfigError(
        `CONFIG_FILE: journal.account_codes names \`${name}\`, which is no account. docs/reconciliation.md lists them.`,
      );
  return new Map(codes);
}

function isAccount(name: string, rails: ConfigFile['rails']): boolean {
  const [kind = '', first, second, ...more] = name.split(':');
  if (more.length > 0) return false;
  if (kind === 'wallets') return second === undefined && (first === undefined || first === 'pending');
  if (SINGLE_ACCOUNTS.has(kind)) return first === undefined;
  if (kind === 'fiat_held') return second === undefined && (first === undefined || hasCurrency(rails, first));
  if (!RAIL_ACCOUNTS.has(kind)) return false;
  if (first === undefined) return true;
  const rail = rails[first];
  return rail !== undefined && (second === undefined || rail.currencies[second] !== undefined);
}

const hasCurrency = (rails: ConfigFile['rails'], currency: string): boolean =>
  Object.values(rails).some(({ currencies }) => currencies[currency] !== undefined);
