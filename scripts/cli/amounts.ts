/** Adds units to the amounts of API objects for people. Output with --json stays unchanged. */
import { isJsonObject } from './outcome.ts';
import type { JsonObject } from './outcome.ts';

const ASSET_LABELS: Readonly<Record<string, string>> = { 'svc-points': 'points', 'svc-coin': 'coin' };

type AmountUnits = Readonly<Record<string, string | undefined>>;

/** Returns a copy in which each amount ends with its unit, nested objects included. */
export const withUnits = (object: JsonObject): JsonObject => convert(object, amountUnitsOf(object));

function convert(object: JsonObject, units: AmountUnits): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const unit = units[name];
      if (unit !== undefined && typeof value === 'string') return [name, `${value} ${unit}`];
      if (!isJsonObject(value)) return [name, value];
      if (name === 'action') return [name, convert(value, ACTION_UNITS[String(value['type'])] ?? {})];
      return [name, name === 'receipt' ? convert(value, receiptUnitsOf(object)) : withUnits(value)];
    }),
  );
}

/** The amounts of an API object by name, with the unit of each. */
function amountUnitsOf(object: JsonObject): AmountUnits {
  switch (object['object']) {
    case 'transfer':
      return { amount: unitOf(object['source']) };
    case 'review_case':
      return { amount: labelOf(object['unit']) };
    case 'wallet_balance': {
      const unit = unitOf(object);
      return { available: unit, pending: unit, cashable: unit };
    }
    case 'wallet_history_entry':
      // The only entries that a command prints are rewards.
      return { amount: 'points', balance_after: 'points' };
    case 'trade':
      return { coin_amount: 'coin', price: 'points per coin' };
    case 'proposal':
      return { points: 'points' };
    case 'reconciliation_group':
      return { amount: labelOf(object['currency']) };
    case 'allocation':
      return { coin_stock: 'coin', points_backing: 'points' };
    default:
      return {};
  }
}

/** What a proposal is for, by its type. */
const ACTION_UNITS: Readonly<Record<string, AmountUnits>> = {
  reward: { amount: 'points' },
  trade: { coin_amount: 'coin', price: 'points per coin' },
  allocation: { coin_stock: 'coin', points_backing: 'points' },
};

/** A receipt states amounts in the units of the two sides of its transfer. */
function receiptUnitsOf({ source, destination }: JsonObject): AmountUnits {
  const [from, to] = [unitOf(source), unitOf(destination)];
  return {
    amount_expected: from,
    amount_received: from,
    amount_debited: from,
    amount_credited: to,
    amount_paid_out: to,
    earned_amount: 'points',
  };
}

const labelOf = (unit: unknown): string | undefined =>
  typeof unit === 'string' ? (ASSET_LABELS[unit] ?? unit.toUpperCase()) : undefined;

/** The label of the asset or currency that an object states. */
function unitOf(side: unknown): string | undefined {
  if (!isJsonObject(side)) return undefined;
  const { asset, currency } = side;
  if (typeof asset === 'string') return ASSET_LABELS[asset] ?? asset;
  return typeof currency === 'string' ? currency.toUpperCase() : undefined;
}
