/**
 * Pages with a form that makes one call of the operator API. The API decides; this module only renders the form and
 * shows the result.
 */

import type { ErrorDetail } from '../generated/api.ts';
import { operatorOperations, type OperatorOperationTypes } from '../generated/operator-operations.ts';
import { isProblem } from '../http/errors.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import type { Reply } from '../http/reply.ts';
import { randomUUID } from '../system/runtime.ts';
import type { FieldErrors } from '../web/fields.ts';
import type { Form } from '../web/forms.ts';
import { html, type Html } from '../web/html.ts';
import { environmentBadge } from './book-location.ts';
import { environmentOf } from './environment-switch.ts';
import {
  Refused,
  apiPath,
  hrefWith,
  type Breadcrumb,
  type ConsolePage,
  type ConsoleRoute,
  type PageContext,
  type PagePath,
  type PageResult,
  type Section,
  write,
  type WriteId,
} from './page-context.ts';
import type { Sentence } from './sentences/text.ts';
import type { Flash } from './session/sessions.ts';
import {
  errorSummaryHtml,
  fieldsHtml,
  missingFieldMessage,
  utcTime,
  type FormField,
} from './ui/form-fields.ts';

/** Content of a form page. */
export type ActionForm = {
  readonly title: string;
  readonly section: Section;
  /** The last one is where the action began: its "Cancel" link leads there. */
  readonly breadcrumbs: readonly Breadcrumb[];
  /** Of the object, if the path does not name it. */
  readonly environment?: EnvironmentName;
  /** What is going on with the object. */
  readonly sentence?: Sentence | undefined;
  /** Explains what the action does. */
  readonly intro: Html;
  readonly fields?: readonly FormField[];
  /** The label of the button, or several buttons, which submit values of `outcome`. */
  readonly submit:
    string | readonly (readonly [value: string, label: string, tone: 'main' | 'quiet' | 'danger'])[];
  /** Shown next to the form, such as the list that it belongs to. */
  readonly aside?: Html;
  /** Asks for confirmation first. */
  readonly isDestructive?: boolean;
  /** What is confirmed, if it is something else than usual. */
  readonly confirm?: string;
  /** Values that the form sends along. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Target of the "Cancel" link, if it is another one. */
  readonly cancelHref?: string;
  /** The page after the action, if it is another one than where the action began. */
  readonly nextHref?: string;
};

/** The page to show next, and the message on it. */
type Next = { readonly to: string; readonly flash: Flash };

type Action<Id extends WriteId> = {
  /** The parameters have the names of those of the operation. */
  readonly path: string;
  readonly operation: Id;
  readonly form: (context: PageContext) => ActionForm | Promise<ActionForm>;
  /** By default, the fields of the form. */
  readonly body?: (form: Form, context: PageContext) => unknown;
  /** Errors that prevent the call, such as a file that cannot be decoded. */
  readonly checkForm?: (form: Form) => FieldErrors;
  readonly uploadBytesMax?: number;
  /** The message on the page where the action began, or on another one. */
  readonly done: string | ((answer: Answer<Id>, context: PageContext) => string | Next);
  /** The action becomes a proposal if a second operator has to approve it. */
  readonly mayBeProposed?: true;
};

type Answer<Id extends WriteId> = OperatorOperationTypes[Id]['response'];

export const actionRoute = <Id extends WriteId, Path extends string>(
  action: Action<Id> & { readonly path: PagePath<Id, Path> & Path },
): ConsoleRoute => ({
  path: action.path,
  ...(action.uploadBytesMax === undefined ? {} : { uploadBytesMax: action.uploadBytesMax }),
  async get(context) {
    await assertAllowed(context, action.operation);
    return formPage(context, await action.form(context));
  },
  async post(context, form) {
    await assertAllowed(context, action.operation);
    return submitForm(context, action, await action.form(context), form);
  },
});

/** Operators who may not make the call do not see its form. Throws Refused. */
async function assertAllowed(
  { calls, session, params, requestId, origin }: PageContext,
  operation: WriteId,
): Promise<void> {
  const { method } = operatorOperations[operation];
  const target = { method, path: apiPath(operation, params), requestId, origin };
  const admitted = calls.admit(session.token, target.method, target.path);
  if (!isProblem(admitted)) return;
  if (admitted.problem === 'permission_denied') await calls.recordDenied(session.token, target);
  throw new Refused(admitted);
}

const KEY = /^[0-9a-f-]{36}$/;

/** The key of a form, so that a form that is submitted twice acts once. */
export const keyIn = (form: Form): string => (KEY.test(form.get('once')) ? form.get('once') : randomUUID());

async function submitForm<Id extends WriteId>(
  context: PageContext,
  action: Action<Id>,
  described: ActionForm,
  form: Form,
): Promise<PageResult> {
  const fields = fieldsOf(described);
  const missing = missingFields(fields, form);
  const errors = missing.size > 0 ? missing : (action.checkForm?.(form) ?? missing);
  if (errors.size > 0) return formPage(context, described, { values: form, errors });
  const reply = await write(context, action.operation, {
    body: action.body?.(form, context) ?? bodyOf(fields, form),
    // Repeating any other method has no further effect.
    ...(operatorOperations[action.operation].method === 'POST'
      ? { idempotencyKey: `console-${keyIn(form)}` }
      : {}),
  });
  const failure = failureOf(reply);
  if (failure === undefined && !isProblem(reply)) {
    // Every operation responds with an object of its schema.
    const { to, flash } = nextAfter(context, action, described, JSON.parse(reply.body) as Answer<Id>);
    return { kind: 'redirect', to, flash };
  }
  const { byField, general } = assignDetails(failure, fields);
  return formPage(context, described, { values: form, errors: byField, general });
}

/** A message for each required field that is empty. */
export const missingFields = (fields: readonly FormField[], form: Form): FieldErrors =>
  new Map(
    fields
      .filter(({ name, isOptional }) => isOptional !== true && form.get(name) === '')
      .map((field) => [field.name, missingFieldMessage(field)]),
  );

/** The body of the request: each field at its first place. An optional field that is empty is omitted. */
function bodyOf(fields: readonly FormField[], form: Form): object {
  const body: Record<string, unknown> = {};
  for (const { name, kind, isOptional, bodyFields: [path = name] = [], toBody } of fields) {
    const text = form.get(name);
    if (kind === 'confirm' || (text === '' && isOptional === true)) continue;
    body[path] = toBody === undefined ? (kind === 'time' ? utcTime(text) : text) : toBody(text);
  }
  return body;
}

export const PROPOSALS_PATH = '/console/proposals';

function nextAfter<Id extends WriteId>(
  context: PageContext,
  { done, mayBeProposed }: Action<Id>,
  described: ActionForm,
  answer: Answer<Id>,
): Next {
  const isProposed = mayBeProposed === true && 'object' in answer && answer.object === 'proposal';
  if (isProposed)
    return {
      to: described.nextHref ?? PROPOSALS_PATH,
      flash: {
        tone: 'ok',
        text: 'The action is proposed. It takes effect when another operator approves it.',
      },
    };
  const next = typeof done === 'string' ? done : done(answer, context);
  return typeof next === 'string'
    ? { to: described.nextHref ?? cancelHrefOf(described), flash: { tone: 'ok', text: next } }
    : next;
}

const cancelHrefOf = ({ cancelHref, breadcrumbs }: ActionForm): string =>
  cancelHref ?? breadcrumbs.at(-1)?.href ?? '/console';

type Failure = { readonly message: string; readonly details: readonly ErrorDetail[] };

/** The error in a reply, either decided now or replayed from an earlier request. */
export function failureOf(reply: Reply): Failure | undefined {
  if (isProblem(reply)) return { message: reply.message, details: reply.details ?? [] };
  if (reply.status < 400) return undefined;
  // A replayed refusal has the body of an error response.
  const { error } = JSON.parse(reply.body) as {
    error: { message: string; details?: readonly ErrorDetail[] };
  };
  return { message: error.message, details: error.details ?? [] };
}

/** Assigns each error detail to its field. Details without a field go above the form. */
function assignDetails(failure: Failure | undefined, fields: readonly FormField[]) {
  const byField = new Map<string, string>();
  if (failure === undefined) return { byField, general: undefined };
  const left: string[] = [];
  for (const { field, message } of failure.details) {
    const at = fields.find(({ name, bodyFields = [name] }) =>
      bodyFields.some((each) => field === each || field.startsWith(`${each}.`)),
    );
    if (at === undefined) left.push(`${field}: ${message}`);
    else if (!byField.has(at.name)) byField.set(at.name, message);
  }
  const general =
    failure.details.length > 0 && left.length === 0 ? undefined : [failure.message, ...left].join(' ');
  return { byField, general };
}

export const fieldsOf = ({ fields = [], isDestructive, confirm }: ActionForm): readonly FormField[] => {
  const label = confirm ?? 'I have checked this and want to continue.';
  const isConfirmed = isDestructive === true || confirm !== undefined;
  return isConfirmed ? [...fields, { name: 'confirm', label, kind: 'confirm' }] : fields;
};

type FormState = {
  readonly values?: Form;
  readonly errors?: FieldErrors;
  readonly general?: string | undefined;
};

export function formPage(
  context: PageContext,
  described: ActionForm,
  { values, errors = new Map(), general }: FormState = {},
): ConsolePage {
  const {
    title,
    section,
    breadcrumbs,
    environment,
    sentence,
    intro,
    submit,
    isDestructive = false,
    hidden = {},
  } = described;
  const fields = fieldsOf(described);
  const actsIn = environmentOf(context, described);
  const failed = errors.size > 0 || general !== undefined;
  const { aside } = described;
  const buttons =
    typeof submit === 'string'
      ? html`<button class="button ${isDestructive ? 'danger' : 'main'}">${submit}</button>`
      : submit.map(
          ([value, label, tone]) =>
            html`<button class="button ${tone}" name="outcome" value="${value}">${label}</button>`,
        );
  const panel = html`<div class="panel form">
    <div class="intro">${intro}</div>
    ${errorSummaryHtml(general, fields, errors)}
    <form
      method="post"
      action="${hrefWith(context, {})}"
      ${fields.some(({ kind }) => kind === 'file') && html`enctype="multipart/form-data"`}
      data-once
    >
      <input type="hidden" name="csrf" value="${context.formToken}" />
      <input type="hidden" name="once" value="${randomUUID()}" />
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${fieldsHtml(fields, values, errors)}
      ${actsIn && html`<p class="acts-in">Takes effect in ${environmentBadge(actsIn)}</p>`}
      <div class="buttons">
        ${buttons}
        <a class="button quiet" href="${cancelHrefOf(described)}">Cancel</a>
      </div>
    </form>
  </div>`;
  return {
    kind: 'page',
    status: failed ? 422 : 200,
    title: failed ? `Error: ${title}` : title,
    section,
    breadcrumbs,
    ...(environment && { environment }),
    sentence,
    content: aside === undefined ? panel : html`<div class="split">${aside}${panel}</div>`,
  };
}
