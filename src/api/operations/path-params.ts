/** The path parameters of all APIs: what each one identifies, and its format. */
import type { OperationTypes } from '../../generated/operations.ts';
import type { OperatorOperationTypes } from '../../generated/operator-operations.ts';
import { isId } from '../../ledger/ids.ts';
import type { IdPrefix } from '../../ledger/ids.ts';
import { notFoundProblem } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import type { PathParams } from '../server/router.ts';

type ParamNames<Types> = { [Id in keyof Types]: Types[Id] extends { params: infer P } ? keyof P : never };
type ParamName<Types> = ParamNames<Types>[keyof Types];
type PathParam = { readonly noun: string; readonly isValid: (text: string) => boolean };

const idOf = (prefix: IdPrefix, noun: string): PathParam => ({ noun, isValid: (text) => isId(prefix, text) });
const matching = (pattern: RegExp, noun: string): PathParam => ({
  noun,
  isValid: (text) => pattern.test(text),
});
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** `YYYY-MM-DD` of the calendar. */
const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);

const PATH_PARAMS = {
  user_id: idOf('usr', 'user'),
  wallet_id: idOf('wal', 'wallet'),
  deposit_account_id: idOf('da', 'deposit account'),
  payout_account_id: idOf('pa', 'payout account'),
  transfer_id: idOf('trf', 'transfer'),
  quote_id: idOf('qt', 'quote'),
  event_id: idOf('evt', 'event'),
  request_id: idOf('req', 'request'),
  webhook_endpoint_id: idOf('we', 'webhook endpoint'),
  webhook_delivery_id: idOf('whd', 'webhook delivery'),
  proposal_id: idOf('prp', 'proposal'),
  item_id: matching(/^(stl|mov)_[0-9a-hjkmnp-tv-z]{26}$/, 'line or movement'),
  integrator_id: matching(/^int_[0-9a-hjkmnp-tv-z]{26}$/, 'integrator'),
  key_id: matching(/^key_[0-9A-Za-z]{8}$/, 'key'),
  token_id: matching(/^opt_[0-9a-hjkmnp-tv-z]{26}$/, 'token'),
  session_id: matching(/^ses_[0-9a-hjkmnp-tv-z]{26}$/, 'session'),
  environment: matching(/^(sandbox|production)$/, 'environment'),
  rail: matching(NAME, 'rail'),
  projection: matching(NAME, 'projection'),
  month: matching(/^\d{4}-(0[1-9]|1[0-2])$/, 'month'),
  day: { noun: 'day', isValid: isCalendarDay },
} as const satisfies Record<ParamName<OperationTypes> | ParamName<OperatorOperationTypes>, PathParam>;

const paramOf = (name: string): PathParam | undefined =>
  // The router only yields names that occur in declared paths, and `satisfies` above covers all of them.
  PATH_PARAMS[name as keyof typeof PATH_PARAMS];

/** The noun for what a path parameter identifies, such as `wallet` for `wallet_id`. */
export const nounOf = (name: keyof typeof PATH_PARAMS): string => PATH_PARAMS[name].noun;

/** 404 for a path parameter whose format shows that nothing can exist under it. */
export function rejectInvalidParams(params: PathParams): Problem | undefined {
  for (const name in params) {
    const param = paramOf(name);
    if (param?.isValid(params[name] ?? '') === false) return notFoundProblem(param.noun);
  }
  return undefined;
}
