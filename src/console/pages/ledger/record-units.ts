/** Units of the amounts in an object of the API, so that its page can show them. */

/** Units at one level of an object. Nested objects inherit them. */
export type RecordUnits = {
  readonly own?: string | undefined;
  readonly source?: string | undefined;
  readonly destination?: string | undefined;
};

const SOURCE_AMOUNTS = new Set([
  'amount',
  'amount_expected',
  'amount_received',
  'amount_debited',
  'earned_amount',
]);
const DESTINATION_AMOUNTS = new Set(['amount_credited', 'amount_paid_out', 'amount_out']);
const BALANCES = new Set(['available', 'cashable', 'pending', 'balance_after']);

/** The units that an object names itself, or else those of the object around it. */
export function unitsOf(record: object, inherited: RecordUnits = {}): RecordUnits {
  // A quote calls its units `from` and `to`, a fee `unit`.
  const own = textAt(record, 'unit') ?? textAt(record, 'asset') ?? textAt(record, 'currency');
  const source = unitAt(record, 'source') ?? textAt(record, 'from') ?? own;
  const credited = textAt(record, 'object') === 'deposit' ? 'svc-points' : undefined;
  const destination = unitAt(record, 'destination') ?? textAt(record, 'to') ?? credited ?? own;
  return {
    own: own ?? inherited.own,
    source: source ?? inherited.source ?? inherited.own,
    destination: destination ?? inherited.destination ?? inherited.own,
  };
}

/** The unit of a field; undefined if the field is not an amount. */
export function unitOfField(name: string, { own, source, destination }: RecordUnits): string | undefined {
  if (SOURCE_AMOUNTS.has(name)) return source;
  if (DESTINATION_AMOUNTS.has(name)) return destination;
  return BALANCES.has(name) ? own : undefined;
}

function valueAt(record: object, name: string): unknown {
  return name in record ? Object.entries(record).find(([key]) => key === name)?.[1] : undefined;
}

function textAt(record: object, name: string): string | undefined {
  const value = valueAt(record, name);
  return typeof value === 'string' ? value : undefined;
}

function unitAt(record: object, name: string): string | undefined {
  const end = valueAt(record, name);
  return typeof end === 'object' && end !== null
    ? (textAt(end, 'asset') ?? textAt(end, 'currency'))
    : undefined;
}
