/** What a user does on the hosted pages, as a browser would: read the page, fill in the form, send it. */
import { text } from './client.ts';
import type { Client } from './client.ts';
import { step } from './show.ts';
import { check, get, post } from './told.ts';

export async function onboard(client: Client, name: string, userId: string): Promise<void> {
  step(`${name} is sent to the hosted pages for the identity checks and the terms`);
  const links = await post(
    client,
    `/v1/users/${userId}/onboarding_links`,
    {},
    {
      expect: 201,
      shown: ['kyc.status', 'kyc.expires_at', 'terms.status'],
    },
  );
  await fillIn(text(links.body, 'kyc.url'), { outcome: 'approved' });
  await fillIn(text(links.body, 'terms.url'), { accept: 'yes' });
  const { body } = await get(client, `/v1/users/${userId}`, ['kyc_status', 'terms_status', 'version']);
  check(
    `${name} has passed the checks and agreed to the terms`,
    text(body, 'kyc_status') === 'approved' && text(body, 'terms_status') === 'approved',
  );
}

/** Sends the page's form with these answers beside what the form holds already. */
async function fillIn(url: string, answers: Readonly<Record<string, string>>): Promise<void> {
  const page = await (await fetch(url)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(
    hidden.map(([, name = '', value = '']): [string, string] => [name, value]),
  );
  for (const [name, value] of Object.entries(answers)) body.set(name, value);
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`a hosted page answered ${answer.status}`);
}
