/** The terms of the search index, without those of people, which are keyed hashes. */

/** The search index has one scope, so that the cost of a search does not depend on the number of books. */
export const SEARCH_SCOPE = 'search';

/** What a document of the index says about its object. Its type follows from its ID. */
export type SearchEntry = {
  /** The book. */
  readonly stream: string;
  /** Of a transfer, in the unit of its source. */
  readonly amount?: string;
};

type Environment = 'sandbox' | 'production';

export const environmentIn = (stream: string): Environment =>
  stream.endsWith('-production') ? 'production' : 'sandbox';

/** Objects without a list of their own are found by the term of their type. */
export type IndexedType = 'wallets' | 'deposit_accounts' | 'payout_accounts';

export const searchTerms = {
  ofType: (type: IndexedType): string => type,
  users: (environment: Environment): string => `users:${environment}`,
  usersOf: (stream: string): string => `users@${stream}`,
  transfers: (kind: string, environment: Environment): string => `transfers:${kind}:${environment}`,
  transfersOf: (stream: string): string => `transfers@${stream}`,
  identity: (status: string): string => `identity:${status}`,
  status: (status: string): string => `status:${status}`,
  state: (state: string): string => `state:${state}`,
  rail: (rail: string): string => `rail:${rail}`,
  user: (id: string): string => `user:${id}`,
  /** A reference of the integrator, of a rail, or of a rail's provider. */
  reference: (reference: string): string => `reference:${foldReference(reference)}`,
  amount: (amount: string): string => `amount:${plainAmount(amount)}`,
  /** The number of digits before the decimal point. A range of amounts is a few of these terms. */
  magnitude: (digits: number): string => `magnitude:${digits}`,
} as const;

/** References are compared without case and spaces. */
export const foldReference = (reference: string): string => reference.replace(/\s+/g, '').toLowerCase();

/** An amount without zeros at its end: `1500` and `1500.00` are the same. */
export const plainAmount = (amount: string): string =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;

/** The digits before the decimal point; none below one. */
export function magnitudeOf(amount: string): number {
  const [whole = ''] = amount.split('.');
  return whole === '0' ? 0 : whole.length;
}

/** The mark of a keyed term. No other term begins with it. */
export const KEYED_TERM_MARK = '~';
