/** What connectors say, checked against schemas/rails.json before anything is believed. */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../schemas/rails.json' with { type: 'json' };
import type { DepositInstructions } from '../ledger/deposits/deposit-account.ts';
import type { Reason } from '../ledger/users/user.ts';
import type { NameCheckAnswer, RailType } from './port.ts';

export type DepositArrived = {
  readonly type: 'deposit.arrived';
  /** The one that the instructions were asked for with. */
  readonly reference: string;
  /** The rail's own name for this payment: the same one is the same payment. */
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

const ajv = new Ajv2020({ discriminator: true, allErrors: true });
addFormats.default(ajv, ['uri']);
ajv.addSchema(schema);

/** Gives the value as what the definition describes; undefined when it is not that. */
type Checker<T> = (value: unknown) => T | undefined;

function checker<T>(definition: string): Checker<T> {
  const check = ajv.compile<T>({ $ref: `rails.json#/$defs/${definition}` });
  return (value) => (check(value) ? value : undefined);
}

type Issued = { readonly instructions: Omit<DepositInstructions, 'type' | 'currency' | 'rail'> };

const issuedByEmailpay = checker<Issued>('emailpay');

export const parseInstructionsByType: Readonly<Record<RailType, Checker<Issued>>> = {
  bank: checker('bank'),
  mobile_money: checker('mobile_money'),
  emailpay(value) {
    const issued = issuedByEmailpay(value);
    // The schema knows how an address is written, and lets one through that has no host, or a port that there is not.
    return URL.canParse(issued?.instructions.approval_url ?? '') ? issued : undefined;
  },
};
export const parseRefusal = checker<{ readonly error: Reason }>('refusal');
export const parsePayoutAccepted = checker<{ readonly rail_reference: string }>('payout_taken');
export const parseNameCheck = checker<{ readonly result: NameCheckAnswer }>('name_checked');
export const parseCallback = checker<Callback>('callback');

/** As much of a sentence as the interface shows. */
const MESSAGE_MAX = 500;

/**
 * A connector's reason as the interface shows one: in one line, and cut where it is too long. What a bank refuses or sends
 * back is not left waiting for its words to be shorter.
 */
export const displayableReason = ({ code, message }: Reason): Reason => ({
  code,
  message: Array.from(message.replace(/\p{Cc}+/gu, ' '))
    .slice(0, MESSAGE_MAX)
    .join(''),
});
