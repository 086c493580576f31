import { parseAmount } from '../ledger/amount.ts';
import type { Amount } from '../ledger/amount.ts';
import { ConfigError } from './config-error.ts';

/** Throws a ConfigError that names the key when the amount has more decimals than its unit. */
export function configAmount(key: string, text: string, decimals: number): Amount {
  const value = parseAmount(text, decimals);
  if (value === undefined)
    throw new ConfigError(`CONFIG_FILE: ${key} must have at most ${decimals} decimals; got "${text}".`);
  return value;
}
