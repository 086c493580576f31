/** The hosted page on which a person submits identity data, as a browser sends it. */
import type { IntegratorCalls } from '../clients/integrator-calls.ts';
import { expectStatus } from '../clients/expectations.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';

export type IdentityForm = {
  readonly first_name: string;
  readonly last_name: string;
  readonly city: string;
};

const SAME_FOR_ALL = {
  ...{ birth_day: '27', birth_month: '3', birth_year: '1985', country: 'CA' },
  ...{ line1: '1 Harbour Street', line2: '', region: '', postal_code: 'B3H 0A1' },
};

/** What reviewers see of the form. */
export const identityIn = ({ first_name, last_name, city }: IdentityForm) => ({
  ...{ type: 'individual', first_name, last_name, date_of_birth: '1985-03-27', country: 'CA' },
  address: { line1: '1 Harbour Street', line2: '', city, region: '', postal_code: 'B3H 0A1' },
});

const pageRequest = (path: string, form?: Readonly<Record<string, string>>): BuiltRequest => ({
  ...{ operation: 'onboarding', key: 'production', method: form === undefined ? 'GET' : 'POST', path },
  ...{ params: {}, query: {}, body: {}, hasBody: false, idempotencyKey: undefined, isSandboxOnly: false },
  caller: { book: undefined, mayWrite: true, isSandbox: false },
  ...(form && { form }),
});

/** Opens a new link, and submits the forms at the same time. Returns the answers. */
export async function submitIdentities(
  api: IntegratorCalls,
  user_id: string,
  forms: readonly IdentityForm[],
): Promise<readonly Answer[]> {
  const links = await api.make('createOnboardingLinks', { user_id }, {});
  const kyc = isObject(links) ? links['kyc'] : undefined;
  const { pathname } = new URL(textOf(kyc, 'url'));
  // Restored documents may not have the person for a while.
  const isKnown = ({ status }: Answer): boolean => status !== 404;
  const page = expectStatus(await api.send(pageRequest(pathname), isKnown), 'the identity page', 200);
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return Promise.all(
    forms.map((form) => api.send(pageRequest(pathname, { form_token, ...SAME_FOR_ALL, ...form }), isKnown)),
  );
}
