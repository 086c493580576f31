/** A person in production: submits identity data, is screened and reviewed, and is erased at the end. */
import { Difference } from '../checks/difference.ts';
import { expectOneSuccess, expectRefusal, expectStatus } from '../clients/expectations.ts';
import type { IntegratorCalls } from '../clients/integrator-calls.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import { identityIn, submitIdentities } from './identity-form.ts';
import type { IdentityForm } from './identity-form.ts';

type Name = {
  readonly first_name: string;
  readonly last_name: string;
  readonly result: 'clear' | 'possible_match' | 'match';
};
/** The same result with both lists: the name is listed, or close to a listed one, or neither. */
const NAMES: readonly [Name, ...Name[]] = [
  { first_name: 'Olga', last_name: 'Grey', result: 'clear' },
  { first_name: 'Viktor', last_name: 'Harm', result: 'match' },
  { first_name: 'Viktor', last_name: 'Harms', result: 'possible_match' },
];
const LISTED = 'Viktor Harm';
const OUTCOMES = ['approved', 'rejected', 'incomplete'] as const;
const REASONS = [{ code: 'document_unreadable', message: 'The document is not readable.' }];

export type Person = {
  readonly id: string;
  /** Submits other identity data. */
  submit(): Promise<void>;
  /** Decides the review. */
  review(): Promise<void>;
  erase(): Promise<void>;
  /** Compares what the API and operators see with what happened. */
  check(): Promise<void>;
  readonly isUnderReview: () => boolean;
  readonly isErased: () => boolean;
};

export type PersonOptions = {
  readonly random: Random;
  /** With the key of production. */
  readonly api: IntegratorCalls;
  readonly calls: OperatorCalls;
};

export async function createPerson(options: PersonOptions, serial: number): Promise<Person> {
  const { random, api, calls } = options;
  const external_reference = `person ${serial}`;
  const user_id = textOf(await api.make('createUser', {}, { type: 'individual', external_reference }), 'id');
  let kyc = 'not_started';
  let name: Name | undefined;
  /** What may have been submitted; one of them was first. */
  let forms: readonly IdentityForm[] = [];
  let identity: string | undefined;
  let isErased = false;

  const differ = (what: string, shown: Json): never => {
    throw new Difference(`${user_id} ${what}: ${JSON.stringify(shown)}`);
  };
  const matchesIn = (screening: Json): readonly Json[] => {
    const names = isObject(screening) ? screening['names'] : undefined;
    return Array.isArray(names) ? (names as readonly Json[]) : [];
  };

  /** The names apply at once. The first of two forms counts, and remains. */
  async function checkIdentity(): Promise<void> {
    const answer = await calls.find(`users/${user_id}/identity`);
    if (isErased || name === undefined) {
      expectRefusal(answer, 'an identity', 404, 'not_found');
      return;
    }
    const { object, user_id: of, submitted_at, ...sent } = isObject(answer.body) ? answer.body : {};
    const shown = JSON.stringify(sent);
    const isSent = forms.some((form) => sorted(identityIn(form)) === sorted(sent));
    if (object !== 'identity' || of !== user_id || typeof submitted_at !== 'string' || !isSent)
      differ('has another identity', answer.body);
    identity ??= shown;
    if (identity !== shown) differ(`had the identity ${identity}`, answer.body);
  }

  async function checkScreening(): Promise<void> {
    const screening = await calls.read(`users/${user_id}/screening`);
    const [own, ...others] = matchesIn(screening);
    const result = isErased ? 'clear' : (name?.result ?? 'clear');
    const matches = isObject(own) && Array.isArray(own['matches']) ? (own['matches'] as readonly Json[]) : [];
    const isNamed = result === 'clear' ? matches.length === 0 : textOf(matches[0], 'name') === LISTED;
    if (textOf(own, 'result') !== result || !isNamed || others.length > 0)
      differ(`should be screened as ${result}`, screening);
  }

  async function checkUser(): Promise<void> {
    const { body } = await api.call('getUser', { user_id });
    const [first, last] = isErased || name === undefined ? [null, null] : [name.first_name, name.last_name];
    const user = isObject(body) ? body : {};
    if (user['kyc_status'] !== kyc || user['first_name'] !== first || user['last_name'] !== last)
      differ(`should be ${kyc} with the name ${String(first)} ${String(last)}`, body);
  }

  async function checkReview(): Promise<void> {
    const answer = await calls.find(`users/${user_id}/kyc_review`);
    if (kyc === 'under_review' && !isErased) expectStatus(answer, 'a review', 200);
    else expectRefusal(answer, 'a review', 409, 'user_state_conflict');
  }

  async function check(): Promise<void> {
    await checkUser();
    await checkIdentity();
    await checkScreening();
    await checkReview();
  }

  return {
    id: user_id,
    isUnderReview: () => kyc === 'under_review',
    isErased: () => isErased,
    check,
    async submit() {
      if (kyc === 'under_review' || isErased) return;
      const next = random.pick(NAMES);
      const cities = [`City ${random.below(100)}`, ...(random.oneIn(2) ? ['Elsewhere'] : [])];
      const { first_name, last_name } = next;
      forms = cities.map((city) => ({ first_name, last_name, city }));
      for (const answer of await submitIdentities(api, user_id, forms)) expectStatus(answer, 'a form', 303);
      [name, kyc, identity] = [next, 'under_review', undefined];
      await check();
    },
    async review() {
      if (kyc !== 'under_review') return;
      const outcomes = [random.pick(OUTCOMES), random.pick(OUTCOMES)];
      const answers = await Promise.all(
        outcomes.map((outcome, at) => {
          const reasons = outcome === 'approved' ? {} : { rejection_reasons: REASONS };
          const by = at === 0 ? 'operator' : 'secondOperator';
          return calls.ask(`users/${user_id}/kyc_review`, { outcome, ...reasons }, { by });
        }),
      );
      kyc = outcomes[expectOneSuccess(answers, 'two decisions about an identity')] ?? kyc;
      await check();
    },
    async erase() {
      const reason = { reason: 'The person has asked for it.' };
      const early = await calls.ask(`users/${user_id}/forget`, reason);
      expectRefusal(early, 'the erasure of an active user', 409, 'user_state_conflict');
      expectStatus(await api.call('deactivateUser', { user_id }, {}), 'a deactivation', 200);
      expectStatus(await calls.ask(`users/${user_id}/forget`, reason), 'an erasure', 200);
      isErased = true;
      await check();
    },
  };
}

const sorted = (value: Json): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each as Json) ? Object.fromEntries(Object.entries(each as object).sort()) : each,
  );
