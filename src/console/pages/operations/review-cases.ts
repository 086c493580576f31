/** Reviews one after the other: the queue on the left, one case on the right, and the next case after each decision. */
import type { ReviewCase } from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { hrefWith, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { amountHtml, badge, relativeTimeHtml } from '../../ui/text.ts';
import { REJECTION_CODES, personName } from './review-case.ts';
import { IDENTITY_FIELDS, identityBody, identityCase, identityDone, transferCase } from './review-pages.ts';
import { casePath, queuePath, readQueue } from './review-queue.ts';

/** The queue, and where to go after a decision: to the next case, or to the one before if it is the last. */
async function queueAround(
  context: PageContext,
  id: string,
  kind: ReviewCase['kind'],
): Promise<Pick<ActionForm, 'section' | 'breadcrumbs' | 'aside' | 'nextHref'>> {
  const { data } = await readQueue(context, kind);
  const at = data.findIndex((each) => each.id === id);
  const next = data[at + 1] ?? data[at - 1];
  const hrefOf = (path: string): string => hrefWith({ ...context, path }, {});
  return {
    section: 'reviews',
    breadcrumbs: [{ label: kind === 'transfer' ? 'Reviews' : 'Identities', href: hrefOf(queuePath(id)) }],
    aside: html`<nav class="panel cases" aria-label="Waiting reviews">
      <ol>
        ${data.map((each) => html`<li>${entryHtml(context, each, hrefOf(casePath(each.id)), each.id === id)}</li>`)}
      </ol>
    </nav>`,
    nextHref: hrefOf(next === undefined ? queuePath(id) : casePath(next.id)),
  };
}

const entryHtml = (context: PageContext, each: ReviewCase, href: string, isCurrent: boolean): Html =>
  html`<a href="${href}" ${isCurrent && html`aria-current="true"`}>
    ${each.people.map((person) => personName(context, person)).join(' → ')}
    ${each.amount !== null && html`<span class="second-line">${amountHtml(each.amount, each.unit)}</span>`}
    <small class="second-line"
      >${each.is_overdue ? badge('overdue', 'stop', 'due') : 'due'}
      ${relativeTimeHtml(each.due_at, context.now)}
      ${each.assignment !== null && ` · ${each.assignment.name}`}</small
    >
  </a>`;

const TRANSFER_FIELDS: readonly FormField[] = [
  {
    name: 'code',
    label: 'Reason code of a rejection',
    kind: 'select',
    isOptional: true,
    bodyFields: ['reason.code'],
    options: [['', 'Only needed to reject'], ...REJECTION_CODES],
  },
  {
    name: 'message',
    label: 'Reason',
    hint: 'Recorded with the event. The reason of a rejection is shown with the transfer.',
    kind: 'reason',
    bodyFields: ['reason.message', 'reason'],
  },
];

export const reviewCasesPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/reviews/transfers/{transfer_id}',
    operation: 'reviewTransfer',
    mayBeProposed: true,
    form: async (context) => ({
      ...(await transferCase(context)),
      ...(await queueAround(context, context.params['transfer_id'] ?? '', 'transfer')),
      fields: TRANSFER_FIELDS,
      submit: [
        ['approved', 'Approve', 'main'],
        ['rejected', 'Reject', 'danger'],
      ],
    }),
    checkForm: (form) =>
      new Map(
        form.get('outcome') === 'rejected' && form.get('code') === ''
          ? [['code', 'Select why it is rejected']]
          : [],
      ),
    body: (form) => ({
      outcome: form.get('outcome'),
      reason: {
        code: form.get('outcome') === 'approved' ? 'reviewed' : form.get('code'),
        message: form.get('message'),
      },
    }),
    done: ({ state }) =>
      state === 'failed' || state === 'returned' || state === 'refunded'
        ? 'The transfer was rejected.'
        : 'The transfer was approved.',
  }),
  actionRoute({
    path: '/console/reviews/people/{user_id}',
    operation: 'reviewKyc',
    form: async (context) => ({
      ...(await identityCase(context)),
      ...(await queueAround(context, context.params['user_id'] ?? '', 'identity')),
      fields: IDENTITY_FIELDS,
      submit: [
        ['approved', 'Approve', 'main'],
        ['incomplete', 'Request more information', 'quiet'],
        ['rejected', 'Reject', 'danger'],
      ],
    }),
    body: identityBody,
    done: identityDone,
  }),
];
