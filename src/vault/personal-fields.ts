/** The personal fields of users, opened for jobs and reviewers. Never log them. */
import { personalFieldsContext } from '../ledger/sealing-context.ts';
import type { PersonalFields } from '../ledger/present.ts';
import type { Vault } from './vault.ts';

/** Resolves to no fields if nothing is stored or the user's data has been erased. Throws PersonalKeyLost. */
export async function openPersonalFields(
  vault: Pick<Vault, 'requireKey'>,
  stream: string,
  userId: string,
  sealed: string | null,
): Promise<Partial<PersonalFields>> {
  if (sealed === null) return {};
  const key = await vault.requireKey(sealed, stream);
  // This service sealed the text from a `PersonalFields`.
  return JSON.parse(key.open(sealed, personalFieldsContext(stream, userId))) as Partial<PersonalFields>;
}

/** The name of a person, or of a business and its representative; each is empty unless known. */
export function namesOf({ first_name, last_name, business_name, representative }: Partial<PersonalFields>): {
  readonly person: string;
  readonly business: string;
  readonly representative: string;
} {
  const person = [first_name, last_name].filter((name) => typeof name === 'string').join(' ');
  return { person, business: business_name ?? '', representative: representative ?? '' };
}
