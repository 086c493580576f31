/** Validates messages from connectors against schemas/rails.json. */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../schemas/rails.json' with { type: 'json' };
import type { DepositInstructions } from '../ledger/deposits/deposit-account.ts';
import type { Reason } from '../ledger/users/user.ts';
import type { NameCheckAnswer, RailType } from './port.ts';

export type DepositArrived = {
  readonly type: 'deposit.arrived';
  /** The reference of the instructions request. */
  readonly reference: string;
  /** The rail's ID of this payment. A repeated ID is the same payment. */
  readonly rail_reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly outcome?: 'credited' | 'in_review' | 'returned';
};
export type PaymentDeclined = { readonly type: 'payment.declined'; readonly reference: string };
export type PayoutSettled = {
  readonly type: 'payout.settled';
  readonly transfer_id: string;
  readonly outcome: 'completed' | 'returned' | 'undeliverable';
  readonly reason?: Reason;
};
export type Callback = DepositArrived | PaymentDeclined | PayoutSettled;

let loaded: Ajv2020 | undefined;

/** Loaded by the first message: it takes a tenth of the time that a start needs. */
function loadSchema(): Ajv2020 {
  const ajv = new Ajv2020({ discriminator: true });
  addFormats.default(ajv, ['uri']);
  ajv.addSchema(schema);
  return ajv;
}

/** Returns the value typed as the definition; undefined if it does not match. */
type Parser<T> = (value: unknown) => T | undefined;

function parser<T>(definition: string): Parser<T> {
  let check: ValidateFunction<T> | undefined;
  return (value) => {
    check ??= (loaded ??= loadSchema()).compile<T>({ $ref: `rails.json#/$defs/${definition}` });
    return check(value) ? value : undefined;
  };
}

type Issued = { readonly instructions: Omit<DepositInstructions, 'type' | 'currency' | 'rail'> };

const issuedByEmailpay = parser<Issued>('emailpay');

export const parseInstructionsByType: Readonly<Record<RailType, Parser<Issued>>> = {
  bank: parser('bank'),
  mobile_money: parser('mobile_money'),
  emailpay(value) {
    const issued = issuedByEmailpay(value);
    // The `uri` format of the schema accepts URLs without a host or with an invalid port.
    return URL.canParse(issued?.instructions.approval_url ?? '') ? issued : undefined;
  },
};
export const parseRefusal = parser<{ readonly error: Reason }>('refusal');
export const parsePayoutAccepted = parser<{ readonly rail_reference: string }>('payout_taken');
export const parseNameCheck = parser<{ readonly result: NameCheckAnswer }>('name_checked');
export const parseCallback = parser<Callback>('callback');

/** Length limit of a reason message in the API. */
const MESSAGE_MAX = 500;

/**
 * Converts a connector's reason for the API: one line, truncated to the limit. A refusal or a return is not
 * rejected because its message is too long.
 */
export const displayableReason = ({ code, message }: Reason): Reason => ({
  code,
  message: Array.from(message.replace(/\p{Cc}+/gu, ' '))
    .slice(0, MESSAGE_MAX)
    .join(''),
});
