/** Statements as banks send them, through the API: what is recorded, and what is refused. */
import { join } from 'node:path';
import { expect } from 'chai';
import { sqliteSource } from '../../../src/audit/event-source.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import type { CsvMapping } from '../../../src/generated/api.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { expectBody, expectError, listAll } from '../../support/api-steps.ts';
import type { Client } from '../../support/client.ts';
import { macsOf } from '../../support/extra-keys.ts';
import { operatorOf } from '../../support/treasury.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { OTHER_IBAN, OWN_IBAN, batchOf, camt, camtDay, lines } from '../../support/statement-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PATH = '/operator/v1/reconciliation/sandbox';
const xml = (content: string, more: object = {}) => ({
  rail: 'bank_eft',
  format: 'camt053',
  content,
  ...more,
});
const file = (format: string, content: string) => ({ rail: 'bank_eft', format, content });
const csv = (content: string, mapping?: CsvMapping, currency = 'usd') => ({
  ...{ rail: 'bank_eft', format: 'csv', currency, content },
  ...(mapping !== undefined && { mapping }),
});
const COLUMNS = { booked_on: 'Day', bank_reference: 'Ref', amount: 'Sum', balance: 'Rest' };
const rows = (mapping: Partial<CsvMapping>, ...all: readonly string[]) =>
  csv(lines(...all), { columns: COLUMNS, ...mapping });

/** `100.00 → 120.00`, and each line as `2026-05-04 10.00`. */
type Recorded = readonly [balances: string, ...lines: readonly string[]];
type Case = readonly [
  name: string,
  ...imports: readonly (readonly [body: object, expected: Recorded | RegExp])[],
];

const DAY = '2026-05-04';
const line = (amount: string, day = DAY): string => `${day} ${amount}`;

const CAMT: readonly Case[] = [
  [
    'two equal payments with a placeholder as their reference',
    [
      xml(
        camtDay(DAY, '40.00', '46.00', [
          { amount: '3.00', reference: 'NOTPROVIDED' },
          { amount: '3.00', reference: 'NOTPROVIDED' },
        ]),
      ),
      ['40.00 → 46.00', line('3.00'), line('3.00')],
    ],
  ],
  [
    'a placeholder and an amount that come again on the next day and on the same day',
    [
      xml(camtDay(DAY, '40.00', '43.00', [{ amount: '3.00', reference: '0' }])),
      ['40.00 → 43.00', line('3.00')],
    ],
    [
      xml(camtDay(DAY, '43.00', '46.00', [{ amount: '3.00', reference: '0' }])),
      ['43.00 → 46.00', line('3.00')],
    ],
    [
      xml(camtDay('2026-05-05', '46.00', '49.00', [{ amount: '3.00', reference: '0' }])),
      ['46.00 → 49.00', line('3.00', '2026-05-05')],
    ],
  ],
  [
    'numbers of entries that begin again in every statement',
    [
      xml(camtDay(DAY, '1.00', '8.00', [{ amount: '7.00', more: '<NtryRef>01</NtryRef>' }])),
      ['1.00 → 8.00', line('7.00')],
    ],
    [
      xml(camtDay('2026-05-05', '8.00', '15.00', [{ amount: '7.00', more: '<NtryRef>01</NtryRef>' }])),
      ['8.00 → 15.00', line('7.00', '2026-05-05')],
    ],
  ],
  [
    'a reference that comes again in the next year',
    [
      xml(camtDay('2025-05-04', '1.00', '8.00', [{ amount: '7.00', reference: 'INV-12' }])),
      ['1.00 → 8.00', line('7.00', '2025-05-04')],
    ],
    [
      xml(camtDay(DAY, '8.00', '15.00', [{ amount: '7.00', reference: 'INV-12' }])),
      ['8.00 → 15.00', line('7.00')],
    ],
  ],
  [
    'references with blanks, slashes, letters outside ASCII, or what only resembles an IBAN',
    [
      xml(
        camtDay(DAY, '0.00', '10.00', [
          { amount: '1.00', reference: 'KD 77 12' },
          { amount: '2.00', reference: 'Ä/2026@7' },
          { amount: '3.00', reference: 'BE12000000001234' },
          { amount: '4.00', reference: OTHER_IBAN },
        ]),
      ),
      ['0.00 → 10.00', line('1.00'), line('2.00'), line('3.00'), line('4.00')],
    ],
  ],
  [
    'entries before and after the period',
    [
      xml(
        camt([
          {
            period: [DAY, DAY],
            balances: [
              ['OPBD', '5.00', DAY],
              ['CLBD', '8.00', DAY],
            ],
            entries: [
              { amount: '1.00', day: '2026-05-01' },
              { amount: '2.00', day: '2026-05-06' },
            ],
          },
        ]),
      ),
      ['5.00 → 8.00', line('1.00', '2026-05-01'), line('2.00', '2026-05-06')],
    ],
  ],
  [
    'pages that interim balances join',
    [
      xml(
        camt([
          {
            balances: [
              ['OPBD', '5.00', DAY],
              ['ITBD', '6.00', DAY],
            ],
            entries: [{ amount: '1.00', day: DAY }],
          },
        ]),
      ),
      ['5.00 → 6.00', line('1.00')],
    ],
    [
      xml(
        camt([
          {
            balances: [
              ['ITBD', '6.00', DAY],
              ['ITBD', '8.00', DAY],
            ],
            entries: [{ amount: '2.00', day: DAY }],
          },
        ]),
      ),
      ['6.00 → 8.00', line('2.00')],
    ],
    [
      xml(
        camt([
          {
            balances: [
              ['ITBD', '8.00', DAY],
              ['CLBD', '5.00', DAY],
            ],
            entries: [{ amount: '-3.00', day: DAY }],
          },
        ]),
      ),
      ['8.00 → 5.00', line('-3.00')],
    ],
  ],
  [
    'several statements in one file, as one or not at all',
    [
      xml(
        camt([
          {
            id: '2',
            balances: [
              ['OPBD', '6.00', '2026-05-05'],
              ['CLBD', '8.00', '2026-05-05'],
            ],
            entries: [{ amount: '2.00', day: '2026-05-05' }],
          },
          {
            id: '1',
            balances: [
              ['OPBD', '5.00', DAY],
              ['CLBD', '6.00', DAY],
            ],
            entries: [{ amount: '1.00', day: DAY }],
          },
        ]),
      ),
      ['5.00 → 8.00', line('1.00'), line('2.00', '2026-05-05')],
    ],
    [
      xml(
        camt([
          {
            balances: [
              ['OPBD', '8.00', '2026-05-06'],
              ['CLBD', '9.00', '2026-05-06'],
            ],
            entries: [{ amount: '1.00', day: '2026-05-06' }],
          },
          {
            balances: [
              ['OPBD', '7.00', '2026-05-07'],
              ['CLBD', '8.00', '2026-05-07'],
            ],
            entries: [{ amount: '1.00', day: '2026-05-07' }],
          },
        ]),
      ),
      /do not continue each other: one closes with 9\.00 on 2026-05-06/,
    ],
  ],
  [
    'a report (camt.052) in an envelope, with an entry that is pending, and a notification without balances',
    [
      xml(
        `<Envelope><AppHdr><BizMsgIdr>1</BizMsgIdr></AppHdr>${camt(
          [
            {
              balances: [
                ['OPBD', '5.00', DAY],
                ['CLBD', '6.00', DAY],
              ],
              entries: [{ amount: '1.00', day: DAY }],
            },
          ],
          '052',
        )
          .replace('<?xml version="1.0"?>', '')
          .replace(
            '</Rpt>',
            '<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry></Rpt>',
          )}</Envelope>`,
        { format: 'camt052' },
      ),
      ['5.00 → 6.00', line('1.00')],
    ],
    [
      xml(camt([{ balances: [], entries: [{ amount: '1.00', day: DAY }] }], '054'), { format: 'camt054' }),
      /no closing balance/,
    ],
  ],
  [
    'one booking of many payments, as its transactions if their amounts are those of the booking',
    [
      xml(
        camtDay(DAY, '0.00', '9.00', [
          {
            amount: '9.00',
            reference: 'SUM-1',
            more: batchOf([
              ['X-1', '4.00'],
              ['X-2', '5.00'],
            ]),
          },
        ]),
      ),
      ['0.00 → 9.00', line('4.00'), line('5.00')],
    ],
    [
      xml(
        camtDay('2026-05-05', '9.00', '18.00', [
          {
            amount: '9.00',
            reference: 'SUM-2',
            more: batchOf([
              ['X-3', '4.00'],
              ['X-4', undefined],
            ]),
          },
        ]),
      ),
      ['9.00 → 18.00', line('9.00', '2026-05-05')],
    ],
  ],
  [
    'a file of another account',
    [xml(camtDay(DAY, '5.00', '6.00', [{ amount: '1.00' }])), ['5.00 → 6.00', line('1.00')]],
    [
      xml(
        camt([
          {
            account: OTHER_IBAN,
            balances: [
              ['OPBD', '6.00', '2026-05-05'],
              ['CLBD', '7.00', '2026-05-05'],
            ],
            entries: [{ amount: '1.00', day: '2026-05-05' }],
          },
        ]),
      ),
      /of the account NL91…4300, but statements of bank_eft in eur are of FR76…0189/,
    ],
  ],
  [
    'lines that earlier files contain, in any part and order',
    [
      xml(camtDay(DAY, '5.00', '8.00', [{ amount: '1.00' }, { amount: '2.00', reference: 'R-2' }])),
      ['5.00 → 8.00', line('1.00'), line('2.00')],
    ],
    [
      xml(
        camt([
          {
            balances: [
              ['OPBD', '4.00', '2026-05-03'],
              ['CLBD', '9.00', '2026-05-05'],
            ],
            entries: [
              { amount: '1.00', day: '2026-05-03' },
              { amount: '1.00', day: DAY },
              { amount: '2.00', day: DAY, reference: 'R-2' },
              { amount: '1.00', day: '2026-05-05' },
            ],
          },
        ]),
      ),
      ['4.00 → 9.00', line('1.00', '2026-05-03'), line('1.00', '2026-05-05')],
    ],
    [
      xml(camtDay(DAY, '5.00', '8.00', [{ amount: '2.00', reference: 'R-2' }, { amount: '1.00' }])),
      ['5.00 → 8.00'],
    ],
  ],
  [
    'a correction of the bank',
    [
      xml(camtDay(DAY, '5.00', '6.00', [{ amount: '1.00', reference: 'R-9' }])),
      ['5.00 → 6.00', line('1.00')],
    ],
    [
      xml(camtDay(DAY, '5.00', '7.00', [{ amount: '2.00', reference: 'R-9' }])),
      /another amount than a recorded line[\s\S]*void the statement stm_/,
    ],
  ],
  [
    'a payment and its return that may be those of the file before',
    [
      xml(camtDay(DAY, '5.00', '5.00', [{ amount: '1.00' }, { amount: '-1.00' }])),
      ['5.00 → 5.00', line('1.00'), line('-1.00')],
    ],
    [
      xml(camtDay(DAY, '5.00', '7.00', [{ amount: '1.00' }, { amount: '-1.00' }, { amount: '2.00' }])),
      /may repeat lines until 2026-05-04 or follow them/,
    ],
    [
      xml(camtDay(DAY, '5.00', '7.00', [{ amount: '1.00' }, { amount: '-1.00' }, { amount: '2.00' }]), {
        overlap: 'known',
      }),
      ['5.00 → 7.00', line('2.00')],
    ],
  ],
  [
    'an amount without a side, and a side with a sign',
    [
      xml(
        camtDay(DAY, '5.00', '6.00', [{ amount: '1.00' }]).replace(
          '<CdtDbtInd>CRDT</CdtDbtInd><Sts>',
          '<Sts>',
        ),
      ),
      /credit \(CRDT\) or a debit \(DBIT\)/,
    ],
    [
      xml(camtDay(DAY, '5.00', '6.00', [{ amount: '1.00' }]).replace('>1.00<', '>-1.00<')),
      /amount of line 1/,
    ],
  ],
];

const HEADER = 'Day,Ref,Sum,Rest';
const CSV: readonly Case[] = [
  [
    'the newest row first, where the first and the last row fit both directions',
    [
      rows({}, HEADER, '2026-05-04,T-9,-30.00,40.00', '2026-05-04,T-8,30.00,70.00'),
      ['40.00 → 40.00', line('30.00'), line('-30.00')],
    ],
    [
      rows({}, HEADER, '2026-05-05,T-11,2.00,45.00', '2026-05-05,T-10,3.00,43.00'),
      ['40.00 → 45.00', line('3.00', '2026-05-05'), line('2.00', '2026-05-05')],
    ],
  ],
  [
    'two directions that nothing tells apart, until a statement before does',
    [rows({}, HEADER, '2026-05-04,,-30.00,40.00', '2026-05-04,,30.00,70.00'), /fit both orders of the rows/],
    [
      rows({ order: 'newest_first' }, HEADER, '2026-05-04,,-30.00,40.00', '2026-05-04,,30.00,70.00'),
      ['40.00 → 40.00', line('30.00'), line('-30.00')],
    ],
    [
      rows({}, HEADER, '2026-05-05,,-5.00,40.00', '2026-05-05,,5.00,45.00'),
      ['40.00 → 40.00', line('5.00', '2026-05-05'), line('-5.00', '2026-05-05')],
    ],
  ],
  [
    'a row that does not follow',
    [
      rows({}, HEADER, '2026-05-04,A,1.00,11.00', '2026-05-05,B,1.00,12.00', '2026-05-06,C,1.00,14.00'),
      /Line 4: the balance 14\.00 does not follow.*lead to 13\.00/,
    ],
  ],
  [
    'the wrong decimal mark, and an amount that can be read in two ways',
    [
      rows({ decimal_mark: ',' }, HEADER, '2026-05-04,A,1.25,11.25'),
      /amount of line 1 .*line 2 of the file, column "Rest"/,
    ],
    [
      rows({ decimal_mark: '.', delimiter: ';' }, 'Day;Ref;Sum;Rest', '2026-05-04;A;2.000,00;5.000,00'),
      /amount of line 1/,
    ],
    [
      rows({ decimal_mark: '.', delimiter: ';' }, 'Day;Ref;Sum;Rest', '2026-05-04;A;2.000;5.000'),
      /can be read as two amounts/,
    ],
    [rows({ delimiter: ';' }, 'Day;Ref;Sum;Rest', '2026-05-04;A;2.000;5.000'), /can be read as two amounts/],
    [rows({}, HEADER, '2026-05-04,A,"1,00,000.00","1,00,000.00"'), /amount of line 1/],
    [
      rows({ delimiter: ';' }, 'Day;Ref;Sum;Rest', '2026-05-04;A;2.000,00;5.000,00'),
      ['3000.00 → 5000.00', line('2000.00')],
    ],
  ],
  [
    'what is above and below the table',
    [
      rows(
        { delimiter: ';', decimal_mark: ',' },
        `"IBAN";"${OWN_IBAN}"`,
        '"From";"04.05.2026"',
        '',
        'Day;Ref;Sum;Rest',
        '04.05.2026;A;5,00;15,00',
        ';Total;5,00;',
        'End of the list',
      ),
      ['10.00 → 15.00', line('5.00')],
    ],
    [
      rows({}, HEADER, '2026-05-05,A,5.00,20.00', 'pending,B,1.00,', '2026-05-05,C,1.00,21.00'),
      ['15.00 → 21.00', line('5.00', '2026-05-05'), line('1.00', '2026-05-05')],
    ],
    [
      rows({}, HEADER, '2026-05-06,A,5.00,26.00', 'what is this', '2026-05-06,C,1.00,27.00'),
      /date of line 2 is not valid \(line 3 of the file, column "Day"\)/,
    ],
    [rows({}, HEADER, '2026-05-06,A,5.00,26.00', 'x,B,1.00,27.00'), /date of line 2 is not valid/],
  ],
  [
    'quotes, a separator line, and rows that are too long or too short',
    [
      csv(lines('sep=;', 'Day;Ref;Sum;Rest;Note', '2026-05-04;A;5.00;15.00;a 10" pipe'), {
        columns: { ...COLUMNS, text: ['Note'] },
      }),
      ['10.00 → 15.00', line('5.00')],
    ],
    [rows({}, HEADER, '2026-05-04,A,1,000.00,15.00'), /Line 2 has 5 values/],
    [rows({}, HEADER, '2026-05-04,A,15.00'), /Line 2 has 3 values.*column "Rest" is missing/],
    [
      csv(lines('Day,Ref,Sum,Sum,Rest', '2026-05-04,A,1.00,2.00,15.00'), { columns: COLUMNS }),
      /two columns "Sum"/,
    ],
  ],
  [
    'dates in many formats',
    ...(
      [
        ['DD.MM.YY', '05.04.26'],
        ['D.M.YYYY', '5.4.2026'],
        ['M/D/YYYY', '4/5/2026'],
        ['DD-MM-YYYY', '05-04-2026'],
        ['YYYY/MM/DD', '2026/04/05'],
        ['DD MMM YYYY', '05 Apr 2026'],
        ['DD MMM YYYY', '5 avr. 2026'],
        ['D-MMM-YY', '5-APR-26'],
        ['MMM D, YYYY', 'April 5, 2026'],
        ['YYYY-MM-DD', '2026-04-05T13:45:00Z'],
      ] as const
    ).map(
      ([date_format, text], i) =>
        [
          rows({ date_format }, HEADER, `"${text}",A${i},1.00,${10 + i}.00`),
          [`${9 + i}.00 → ${10 + i}.00`, line('1.00', '2026-04-05')],
        ] as const,
    ),
    [rows({ date_format: 'YYYY-MM-DD' }, HEADER, '2026-04-0512,A,1.00,20.00'), /date of line 1 is not valid/],
    [rows({}, HEADER, '04/05/2026,A,1.00,20.00'), /can be read as .* and as .*: set date_format/],
  ],
  [
    'signs, currencies, and directions',
    ...(['(2.00)', '2.00-', '\u22122.00', '-$2.00', '$-2.00', 'USD -2.00', '2.00 DR', '- 2.00'] as const).map(
      (text, i) =>
        [
          rows({}, HEADER, `2026-05-04,A${i},"${text}",${98 - 2 * i}.00`),
          [`${100 - 2 * i}.00 → ${98 - 2 * i}.00`, line('-2.00')],
        ] as const,
    ),
    [rows({}, HEADER, '2026-05-04,B,-.75,83.25'), ['84.00 → 83.25', line('-0.75')]],
    [rows({}, HEADER, '2026-05-04,C,2.00 EUR,85.25'), /"EUR", which is not the currency usd/],
    [rows({}, HEADER, '2026-05-04,C,€2.00,85.25'), /which is not the currency usd/],
    [rows({}, HEADER, '2026-05-04,C,-2.00-,85.25'), /has two signs/],
  ],
  [
    'a column of directions, with usual words and with others',
    [
      csv(lines('Day;Ref;DC;Sum;Rest', '2026-05-04;A;Credit;5,00;15,00', '2026-05-04;B;Debit;2,00;13,00'), {
        columns: { ...COLUMNS, direction: 'DC' },
      }),
      ['10.00 → 13.00', line('5.00'), line('-2.00')],
    ],
    [
      csv(lines('Day;Ref;DC;Sum;Rest', '2026-05-05;A;up;5,00;18,00', '2026-05-05;B;down;2,00;16,00'), {
        columns: { ...COLUMNS, direction: 'DC' },
        credit_values: ['up'],
        debit_values: ['down'],
      }),
      ['13.00 → 16.00', line('5.00', '2026-05-05'), line('-2.00', '2026-05-05')],
    ],
    [
      csv(lines('Day;Ref;DC;Sum;Rest', '2026-05-06;A;sideways;5,00;21,00'), {
        columns: { ...COLUMNS, direction: 'DC' },
      }),
      /direction of line 1 is neither/,
    ],
  ],
  [
    'no column of references, no header, and no mapping',
    [
      csv(lines('Day,Sum,Rest', '2026-05-04,1.00,11.00'), {
        columns: { booked_on: 'Day', amount: 'Sum', balance: 'Rest' },
      }),
      ['10.00 → 11.00', line('1.00')],
    ],
    [
      csv(lines('2026-05-05,1.00,12.00'), { columns: { booked_on: '1', amount: '2', balance: '3' } }),
      ['11.00 → 12.00', line('1.00', '2026-05-05')],
    ],
    [
      csv(
        lines(
          'Booking date;Payee;Debit;Credit;Balance',
          '13/05/2026;Ana;;2,50;14,50',
          '13/05/2026;Fee;0,50;;14,00',
        ),
      ),
      ['12.00 → 14.00', line('2.50', '2026-05-13'), line('-0.50', '2026-05-13')],
    ],
    [csv('a'), /mapping/],
  ],
  [
    'the mapping of the file before, for columns and dates that do not say what they are',
    [
      csv(lines('aa,bb,cc', '05/06/2026,1.00,11.00'), {
        columns: { booked_on: 'aa', amount: 'bb', balance: 'cc' },
        date_format: 'MM/DD/YYYY',
      }),
      ['10.00 → 11.00', line('1.00', '2026-05-06')],
    ],
    [csv(lines('aa,bb,cc', '05/07/2026,1.00,12.00')), ['11.00 → 12.00', line('1.00', '2026-05-07')]],
  ],
  [
    'balances on some rows only',
    [
      rows(
        {},
        HEADER,
        '2026-05-04,A,1.00,',
        '2026-05-04,B,2.00,13.00',
        '2026-05-05,C,1.00,',
        '2026-05-05,D,1.00,15.00',
      ),
      ['10.00 → 15.00', line('1.00'), line('2.00'), line('1.00', '2026-05-05'), line('1.00', '2026-05-05')],
    ],
    [rows({}, HEADER, '2026-05-06,A,1.00,16.00', '2026-05-07,B,2.00,'), /Line 3 has no balance/],
  ],
  [
    'no opening balance, if the last closing balance fits',
    [
      csv(lines('Day,Sum', '2026-05-04,1.00'), {
        columns: { booked_on: 'Day', amount: 'Sum' },
        closing_balance: '11.00',
      }),
      ['10.00 → 11.00', line('1.00')],
    ],
    [
      csv(lines('Day,Sum', '2026-05-05,1.00'), {
        columns: { booked_on: 'Day', amount: 'Sum' },
        closing_balance: '13.00',
      }),
      /no opening balance/,
    ],
    [
      csv(lines('Day,Sum', '2026-05-05,2.00'), {
        columns: { booked_on: 'Day', amount: 'Sum' },
        closing_balance: '13.00',
      }),
      ['11.00 → 13.00', line('2.00', '2026-05-05')],
    ],
  ],
];

const mt940 = (...fields: readonly string[]) => file('mt940', fields.join('\r\n'));
const OTHERS: readonly Case[] = [
  [
    'MT940 with an envelope, a reversal, a year that ends, and pages',
    [
      mt940(
        '{1:F01TESTDEFFAXXX0000000000}{2:I940TESTDEFFXXXXN}{4:',
        ':20:A',
        ':25:20041133/0123456',
        ':28C:5/1',
        ':60F:C251230EUR100,',
        ':61:2512311231C5,50NTRFREF7//B-1',
        ':86:166?00CREDIT?20EREF+E-1SVWZ+Rent?32ANA SILVA',
        ':62M:C251231EUR105,50',
        '-}',
        '{1:F01TESTDEFFAXXX0000000000}{2:I940TESTDEFFXXXXN}{4:',
        ':20:A',
        ':25:20041133/0123456',
        ':28C:5/2',
        ':60M:C251231EUR105,50',
        ':61:2512310102RC5,50NTRFREF7//B-2',
        'returned',
        ':61:260102D1,NCHGNONREF',
        ':62F:C260102EUR99,',
        '-}',
      ),
      [
        '100.00 → 99.00',
        line('5.50', '2025-12-31'),
        line('-5.50', '2026-01-02'),
        line('-1.00', '2026-01-02'),
      ],
    ],
    [
      mt940(
        ':20:B',
        ':25:20041133/0123456',
        ':28C:6',
        ':34F:EUR0,',
        ':13D:2601031200+0100',
        ':61:2601030103C2,NTRFREF8//B-3',
        ':90D:0EUR0,',
        ':90C:1EUR2,',
        '-',
      ),
      ['99.00 → 101.00', line('2.00', '2026-01-03')],
    ],
    [
      mt940(
        ':20:B',
        ':25:20041133/0123456',
        ':28C:6',
        ':34F:EUR0,',
        ':13D:2601041200+0100',
        ':61:2601040104C2,NTRFREF8//B-3',
        ':90C:2EUR4,',
        '-',
      ),
      /no closing balance/,
    ],
    [
      mt940(
        ':20:C',
        ':25:20041133/0123456',
        ':28C:7',
        ':60F:C260103EUR101,',
        ':61:nonsense',
        ':62F:C260104EUR101,',
        '-',
      ),
      /Line 5: the entry cannot be read/,
    ],
  ],
  [
    'MT940 of banks that leave the entry date blank, count a 30th of February, or break a time',
    [
      mt940(
        ':20:A',
        ':25:20041133/0123456',
        ':28C:1',
        ':60F:C260227EUR5,00',
        ':61:260228    DR1,00NMSCNONREF',
        ':61:2602300301D1,00NMSCNONREF',
        ':86:paid at 2026-03-01T13',
        ':12:11',
        ':62F:C260301EUR3,00',
        '-',
      ),
      ['5.00 → 3.00', line('-1.00', '2026-02-28'), line('-1.00', '2026-03-01')],
    ],
  ],
  [
    'BAI2 with amounts in cents, a continuation, funds types, and totals that must agree',
    [
      file(
        'bai2',
        lines(
          '01,1,2,260504,0900,7,80,80,2/',
          '02,2,1,1,260504,0900,USD,2/',
          '03,5550001,USD,010,1000,,,015,1325,,,040,900,,V,260505,1200/',
          '16,165,400,S,400,0,0,BK-1,CU-1,PAYMENT',
          '88,CONTINUED, WITH A COMMA/',
          '16,495,75,Z,BK-2,,FEE/',
          '49,3700,5/',
          '98,3700,1,7/',
          '99,3700,1,9/',
        ),
      ),
      ['10.00 → 13.25', line('4.00'), line('-0.75')],
    ],
    [
      file(
        'bai2',
        lines(
          '01,1,2,260505,0900,8,80,80,2/',
          '02,2,1,1,260505,0900,USD,2/',
          '03,5550001,USD,010,1325,,,015,1425,,/',
          '16,165,100,Z,BK-3,,PAYMENT/',
          '49,9999,3/',
          '98,9999,1,5/',
          '99,9999,1,7/',
        ),
      ),
      /Line 5: the total of the account/,
    ],
    [
      file(
        'bai2',
        lines(
          '01,1,2,260505,0900,8,80,80,2/',
          '02,2,1,1,260505,0900,USD,2/',
          '03,5550001,USD,010,1325,,,015,1425,,/',
        ),
      ),
      /not complete/,
    ],
  ],
  [
    'OFX as SGML and as XML, with files that overlap',
    [
      file(
        'ofx',
        'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>777123<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260501<DTEND>20260504<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260504120000[-5:EST]<TRNAMT>-2.50<FITID>F2<NAME>Shop &amp; more</STMTTRN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260503<TRNAMT>+5.00<FITID>F1<NAME>Ana</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>12.50<DTASOF>20260504</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
      ),
      ['10.00 → 12.50', line('5.00', '2026-05-03'), line('-2.50')],
    ],
    [
      file(
        'ofx',
        '<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><ACCTID>777123</ACCTID></BANKACCTFROM><BANKTRANLIST><DTSTART>20260504</DTSTART><DTEND>20260505</DTEND><STMTTRN><DTPOSTED>20260504</DTPOSTED><TRNAMT>-2.50</TRNAMT><FITID>F2</FITID></STMTTRN><STMTTRN><DTPOSTED>20260505</DTPOSTED><TRNAMT>1</TRNAMT><FITID>F3</FITID></STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>13.50</BALAMT><DTASOF>20260505</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
      ),
      ['15.00 → 13.50', line('1.00', '2026-05-05')],
    ],
  ],
];

describe('Statements of banks', function () {
  this.timeout(60_000);
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: RunningService;
  let operator: Client;
  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService({ DATA_DIR: folder.path });
    operator = operatorOf(service);
  });
  after(async () => {
    await service.close();
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    const { findings } = await verify(source, { macs: macsOf(folder.path) });
    await source.close();
    await folder.remove();
    expect(findings).to.deep.equal([]);
  });

  const linesNow = async (): Promise<readonly string[]> =>
    (await listAll(operator, `${PATH}/items`)).flatMap(({ line: found }) =>
      found === null ? [] : [`${found.booked_on} ${found.amount}`],
    );

  const ids: string[] = [];
  afterEach(async () => {
    for (const id of ids.splice(0).reverse())
      expectBody(await operator.post(`${PATH}/statements/${id}/void`, { reason: 'The next case.' }), 200);
    expect(await linesNow()).to.deep.equal([]);
  });

  async function importAll(imports: Case[1][]): Promise<void> {
    let before = await linesNow();
    for (const [body, expected] of imports) {
      const preview = await operator.post(`${PATH}/statements/preview`, body);
      const answer = await operator.post(`${PATH}/statements`, body);
      const after = await linesNow();
      if (expected instanceof RegExp) {
        const { details } = expectError(answer, 422, 'validation_failed');
        expect(details[0].message).to.match(expected);
        expectError(preview, 422, 'validation_failed');
        expect(after).to.deep.equal(before);
        continue;
      }
      const [balances, ...recorded] = expected;
      const { id, opening_balance, closing_balance, gap } = expectBody(answer, 201);
      ids.push(id);
      expect([`${opening_balance} → ${closing_balance}`, gap]).to.deep.equal([balances, null]);
      expect([...after].sort()).to.deep.equal([...before, ...recorded].sort());
      const shown = expectBody(preview, 200);
      expect(`${shown.opening_balance} → ${shown.closing_balance}`).to.equal(balances);
      const isNew = ({ is_known }: { is_known: boolean }): boolean => !is_known;
      expect(
        shown.lines
          .filter(isNew)
          .map(({ booked_on, amount }: Record<string, string>) => `${booked_on} ${amount}`),
      ).to.deep.equal(recorded);
      before = after;
    }
  }

  for (const [name, ...imports] of [...CAMT, ...CSV, ...OTHERS])
    it(`are right with ${name}`, () => importAll([...imports]));
});
