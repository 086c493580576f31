/** The words of banks in the files that they export: names of columns, directions, and states. Pure. */

export type ColumnRole =
  | 'booked_on'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'direction'
  | 'balance'
  | 'bank_reference'
  | 'references'
  | 'text'
  | 'counterparty_name'
  | 'counterparty_account'
  | 'currency'
  | 'status';

/** In lower case without punctuation, the best ones first. */
const COLUMN_NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  booked_on: [
    ...[
      'booking date',
      'posting date',
      'posted date',
      'date posted',
      'post date',
      'booked',
      'buchungstag',
      'buchungsdatum',
    ],
    ...[
      'buchung',
      'boekdatum',
      'boekingsdatum',
      'date comptable',
      'date operation',
      'date de comptabilisation',
      'fecha operacion',
    ],
    ...[
      'fecha contable',
      'data contabile',
      'data operazione',
      'data movimento',
      'data operacji',
      'data ksiegowania',
      'bokforingsdag',
    ],
    ...[
      'bogforingsdato',
      'bokfort',
      'transaction date',
      'completed date',
      'date completed',
      'date',
      'datum',
      'fecha',
      'data',
      'dato',
      'pvm',
      'tarih',
    ],
  ],
  amount: [
    ...[
      'amount',
      'transaction amount',
      'net amount',
      'betrag',
      'umsatz',
      'bedrag',
      'montant',
      'importe',
      'importo',
      'valor',
      'kwota',
      'belopp',
    ],
    ...[
      'belop',
      'beloep',
      'maara',
      'castka',
      'tutar',
      'betrag eur',
      'bedrag eur',
      'amount eur',
      'amount usd',
      'betrag chf',
    ],
  ],
  credit: [
    ...[
      'credit',
      'credits',
      'credit amount',
      'money in',
      'paid in',
      'deposit',
      'deposits',
      'haben',
      'gutschrift',
      'credito',
      'abono',
      'entrate',
      'accrediti',
    ],
    ...['in', 'bij', 'insatt', 'ind', 'uznania'],
  ],
  debit: [
    ...[
      'debit',
      'debits',
      'debit amount',
      'money out',
      'paid out',
      'withdrawal',
      'withdrawals',
      'soll',
      'lastschrift',
      'belastung',
      'debito',
      'cargo',
    ],
    ...['uscite', 'addebiti', 'out', 'af', 'uttag', 'obciazenia'],
  ],
  direction: [
    ...[
      'af bij',
      'debit credit',
      'credit debit',
      'debit or credit',
      'dr cr',
      'cr dr',
      'd c',
      'c d',
      'debit credit indicator',
      'credit debit indicator',
    ],
    ...['soll haben', 's h', 'sh', 'direction', 'debitkreditkennzeichen', 'transaction type', 'sens'],
  ],
  balance: [
    ...[
      'balance',
      'running balance',
      'balance after',
      'account balance',
      'ledger balance',
      'saldo',
      'kontostand',
      'saldo na mutatie',
      'saldo nach buchung',
    ],
    ...[
      'saldo po operacji',
      'solde',
      'saldo contabile',
      'saldo disponible',
      'bakiye',
      'zustatek',
      'saldo after',
      'saldo efter',
    ],
  ],
  bank_reference: [
    ...[
      'bank reference',
      'reference',
      'referenz',
      'referentie',
      'reference number',
      'transaction id',
      'transaction reference',
      'referencia',
      'riferimento',
    ],
    ...[
      'bankreferenz',
      'archive reference',
      'numer referencyjny',
      'referens',
      'reference id',
      'fitid',
      'ref',
      'id',
    ],
  ],
  references: [
    'end to end id',
    'end to end reference',
    'kundenreferenz',
    'customer reference',
    'kundenreferenz end to end',
    'mandatsreferenz',
  ],
  text: [
    ...[
      'description',
      'details',
      'purpose',
      'verwendungszweck',
      'buchungstext',
      'text',
      'memo',
      'narrative',
      'omschrijving',
      'mededelingen',
      'libelle',
    ],
    ...[
      'concepto',
      'descrizione',
      'causale',
      'descricao',
      'tytul',
      'opis operacji',
      'payment details',
      'transaction description',
      'meddelande',
      'tekst',
      'aciklama',
    ],
  ],
  counterparty_name: [
    ...[
      'payee',
      'payer',
      'name',
      'counterparty',
      'counterparty name',
      'beguenstigter zahlungspflichtiger',
      'begunstigter zahlungspflichtiger',
    ],
    ...[
      'auftraggeber empfanger',
      'name zahlungsbeteiligter',
      'naam tegenpartij',
      'naam omschrijving',
      'beneficiario',
      'zahlungspflichtiger',
    ],
  ],
  counterparty_account: [
    'counterparty account',
    'iban zahlungsbeteiligter',
    'kontonummer iban',
    'tegenrekening',
    'payee account',
    'counterparty iban',
  ],
  currency: [
    'currency',
    'ccy',
    'wahrung',
    'waehrung',
    'munt',
    'valuta',
    'devise',
    'moneda',
    'divisa',
    'curr',
    'waluta',
    'mena',
  ],
  status: [
    'status',
    'state',
    'booking status',
    'transaction status',
    'buchungsstatus',
    'umsatzstatus',
    'etat',
    'estado',
    'stato',
  ],
};

/** A name of a column without case, accents, and punctuation. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/ß/gu, 'ss')
    .replace(/ł/gu, 'l')
    .replace(/ø/gu, 'o')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The first column that has one of the role's names; of several names, the best one. */
export function columnFor(role: ColumnRole, columns: readonly string[]): string | undefined {
  const plain = columns.map(plainName);
  for (const name of COLUMN_NAMES[role]) {
    const at = plain.indexOf(name);
    if (at !== -1) return columns[at];
  }
  return undefined;
}

const CREDITS = [
  ...[
    'c',
    'cr',
    'crdt',
    'credit',
    'credito',
    'kredit',
    'h',
    'haben',
    'gutschrift',
    'bij',
    'in',
    'incoming',
    'received',
    'deposit',
    'b',
  ],
  ...[
    'avoir',
    'abono',
    'entrata',
    'avere',
    'uznanie',
    'ind',
    'inn',
    'plus',
    'tegoed',
    'credited',
    'ingreso',
    'haber',
  ],
];
const DEBITS = [
  ...[
    'd',
    'dr',
    'db',
    'dbit',
    'debit',
    'debito',
    'debet',
    's',
    'soll',
    'lastschrift',
    'belastung',
    'af',
    'out',
    'outgoing',
    'sent',
  ],
  ...[
    'withdrawal',
    'a',
    'cargo',
    'uscita',
    'dare',
    'obciazenie',
    'ud',
    'ut',
    'minus',
    'debited',
    'gasto',
    'debe',
    'payment',
  ],
];

/** Undefined for an unknown word. Given words replace the usual ones of their side. */
export function directionOf(
  word: string,
  given: { readonly credit?: readonly string[] | undefined; readonly debit?: readonly string[] | undefined },
): 'credit' | 'debit' | undefined {
  const plain = plainDirection(word);
  const is = (words: readonly string[]): boolean => words.some((each) => plainDirection(each) === plain);
  if (given.credit !== undefined && is(given.credit)) return 'credit';
  if (given.debit !== undefined && is(given.debit)) return 'debit';
  if (given.credit === undefined && is(CREDITS)) return 'credit';
  return given.debit === undefined && is(DEBITS) ? 'debit' : undefined;
}

const plainDirection = (word: string): string =>
  /^\s*[+-]\s*$/u.test(word) ? word.trim() : plainName(word) || word.trim().toLowerCase();

const NOT_BOOKED =
  /^(?:pending|pdng|pend|processing|authori[sz]ed|reserved|on hold|hold|vorgemerkt|umsatz vorgemerkt|vormerkposten|en attente|in behandeling|gereserveerd|pendiente|in attesa|in sospeso|pendente|oczekujaca|reservert|reserveret|preliminar|declined|failed|reverted|cancel+ed|rejected|abgelehnt|storniert)$/u;

/** Whether a state, or what a bank writes instead of a date, says that the row is not booked. */
export const isNotBooked = (text: string): boolean => NOT_BOOKED.test(plainName(text));

const TOTAL =
  /\b(?:total|totals|sum|summe|gesamt|saldo|balance|totaal|totale|somme|solde|kontostand|suma|razem|summa|closing|opening|end(?:ing)?|carried|ubertrag|endsaldo|anfangssaldo|eindsaldo)\b/u;

/** Whether a row says that it has totals. */
export const isTotal = (cells: readonly string[]): boolean =>
  cells.some((cell) => TOTAL.test(plainName(cell)));
