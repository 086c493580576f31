/** The identity page: in production a form for identity data, in the sandbox a choice of outcomes. */
import { decideAboutUser } from '../http/personal.ts';
import type { Person } from '../http/personal.ts';
import type { Answer, Command } from '../keeper/command.ts';
import { chooseKyc, submitIdentity } from '../ledger/onboarding.ts';
import { refuse } from '../ledger/refusal.ts';
import { problems } from './fields.ts';
import type { Form } from './form.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { identityFields } from './identity-fields.ts';
import { readIdentity } from './identity-form.ts';
import type { Identity } from './identity.ts';
import { sandboxOf } from './guest.ts';
import type { Draft, Guest, Sending } from './guest.ts';
import { reasonsOf } from './onboarding-status.ts';
import { outcomeFields, readOutcome } from './outcome.ts';

const TITLE = 'Confirm your identity';

export function kycForm(
  guest: Guest,
  { form, errors }: Draft,
  token: string,
): { title: string; content: Html } {
  const { user } = guest.link.user;
  const sandbox = sandboxOf(guest);
  const again = user.kyc_status === 'approved';
  return {
    title: TITLE,
    content: html`<h1>${TITLE}</h1>
      <p class="lead">
        ${
          sandbox
            ? 'In the sandbox nobody is checked. Choose what the check comes to, and see what your integration makes of it.'
            : 'We need these details once, to make sure that it is really you. Write them as they stand in your official papers.'
        }
        ${again && 'Your identity is confirmed already; what you send now is checked anew.'}
      </p>
      ${
        user.rejection_reasons.length > 0 &&
        html`<p>Last time, this stood in the way:</p>
          ${reasonsOf(user)}`
      }
      <form method="post" action="${guest.token}" novalidate>
        ${problems(errors)}
        <input type="hidden" name="form_token" value="${token}" />
        ${sandbox ? outcomeFields(form, errors) : identityFields(user.type, form, errors)}
        <div class="actions">
          <button class="button">${sandbox ? 'Finish the check' : 'Send for checking'}</button>
        </div>
      </form>`,
  };
}

export function sendKyc(guest: Guest, form: Form): Promise<Sending> {
  return sandboxOf(guest) ? sendOutcome(guest, form) : sendIdentity(guest, form);
}

/** Nobody reads the answer of a page's command: what comes next is looked up in the book. */
const NO_ANSWER: Answer = { status: 200, body: '' };

async function sendOutcome({ visit, stream, user_id, token_hash }: Guest, form: Form): Promise<Sending> {
  const read = readOutcome(form);
  if ('errors' in read) return read;
  const decide: Command['decide'] = (book, context) =>
    chooseKyc(book, { user_id, token_hash, ...read }, context);
  const outcome = await visit.services.keepers.submit(stream, {
    decide,
    answer: { from: 'book', render: () => NO_ANSWER },
    actor: 'hosted:kyc',
    requestId: visit.requestId,
  });
  return outcome.kind === 'done' ? 'sent' : 'refused';
}

async function sendIdentity(guest: Guest, form: Form): Promise<Sending> {
  const { visit, stream, user_id, token_hash, link } = guest;
  const { services, requestId } = visit;
  const read = readIdentity(link.user.user.type, form, services.clock());
  if ('errors' in read) return read;
  const { identity } = read;
  const outcome = await decideAboutUser(
    services,
    stream,
    {
      user_id,
      seals: true,
      render: () => NO_ANSWER,
      decide(book, context, person) {
        const sealed = person.sealText(recordOf(identity));
        if (sealed === null) return refuse('not_found', 'There is no such user.');
        const reseal = resealed(person, identity);
        return submitIdentity(
          book,
          { user_id, token_hash, sealed, reseal, country: identity.country },
          context,
        );
      },
    },
    (write) => services.keepers.submit(stream, { ...write, actor: 'hosted:kyc', requestId }),
  );
  return outcome.kind === 'done' ? 'sent' : 'refused';
}

/** What is sealed for whoever reviews it, as they will read it. */
const recordOf = ({ names, ...rest }: Identity): string => JSON.stringify({ ...names, ...rest });

/** The user bears the names that were sent; how to reach them stays as it was. */
const resealed =
  (person: Person, { names }: Identity) =>
  (before: string | null): string | null =>
    person.seal({ ...person.open(before), ...names });
