/** The code that an accounting system has for an account. */
import { isWalletAccount } from '../../ledger/account.ts';

/** Codes by account, or by its first parts: `clearing:bank_eft:usd`, `clearing:bank_eft`, or `clearing`. `wallets` is all wallets. */
export type AccountCodes = ReadonlyMap<string, string>;

/** The most specific code; null if there is none. */
export function accountCode(codes: AccountCodes, account: string): string | null {
  const [first = '', ...rest] = account.split(':');
  const parts = [isWalletAccount(account) ? 'wallets' : first, ...rest];
  for (let length = parts.length; length > 0; length -= 1) {
    const found = codes.get(parts.slice(0, length).join(':'));
    if (found !== undefined) return found;
  }
  return null;
}
