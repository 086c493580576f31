/**
 * What operators can do: a form that says what will happen, and one call of the operator API. Decisions, events and
 * idempotency are that call's; here is only how its fields are asked for and how its answer is shown.
 */
import { randomUUID } from 'node:crypto';
import type { ErrorDetail } from '../generated/api.ts';
import { isProblem } from '../api/server/errors.ts';
import type { Reply } from '../api/server/reply.ts';
import type { Form } from '../web/form-body.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import { fieldHtml, missingFieldMessage, errorSummaryHtml } from './ui/form-fields.ts';
import type { FormField, FieldErrors } from './ui/form-fields.ts';
import type { Flash } from './session/sessions.ts';
import type {
  ConsolePage,
  ConsoleRoute,
  Breadcrumb,
  PageResult,
  Section,
  PageContext,
} from './page-context.ts';

/** What a form shows. */
export type ActionForm = {
  readonly title: string;
  readonly section: Section;
  readonly crumbs: readonly Breadcrumb[];
  /** What will happen. */
  readonly intro: Html;
  readonly fields: readonly FormField[];
  readonly submit: string;
  /** It takes something away, so it asks to be confirmed. */
  readonly isDestructive?: boolean;
  /** Where "Cancel" leads. */
  readonly back: string;
};

export type Action = {
  readonly path: string;
  /** The path of the call, which is a POST. */
  readonly apiPath: (params: PageContext['params']) => string;
  readonly buildForm: (visit: PageContext) => ActionForm | PageResult | Promise<ActionForm | PageResult>;
  readonly toRequestBody: (form: Form, visit: PageContext) => unknown;
  /** What is told, and where. `answer` is what the call answered with. */
  readonly onSuccess: (
    visit: PageContext,
    answer: ActionResult,
    form: Form,
  ) => { readonly to: string; readonly flash: Flash };
};

/** The answer's members that are looked at here; each call has those of its own kind. */
export type ActionResult = Readonly<Record<string, unknown>>;

const CONFIRM: FormField = {
  name: 'confirm',
  label: 'I have checked this and want to go on.',
  kind: 'confirm',
};

const isDescribed = (found: ActionForm | PageResult): found is ActionForm => 'fields' in found;

export const actionRoute = (action: Action): ConsoleRoute => ({
  path: action.path,
  async get(visit) {
    const refused = refuse(visit, action);
    if (refused !== undefined) return refused;
    const found = await action.buildForm(visit);
    return isDescribed(found) ? formPage(visit, found, { key: randomUUID() }) : found;
  },
  async post(visit, form) {
    const refused = refuse(visit, action);
    if (refused !== undefined) return refused;
    const found = await action.buildForm(visit);
    return isDescribed(found) ? perform(visit, action, found, form) : found;
  },
});

/** Who may not make the call is not offered its form either. */
function refuse({ calls, session, params }: PageContext, { apiPath }: Action): PageResult | undefined {
  const admitted = calls.admit(session.token, 'POST', apiPath(params));
  return isProblem(admitted) ? admitted : undefined;
}

const KEY = /^[0-9a-f-]{36}$/;

async function perform(
  visit: PageContext,
  action: Action,
  described: ActionForm,
  form: Form,
): Promise<PageResult> {
  const fields = fieldsOf(described);
  const errors = new Map(
    fields
      .filter(({ name, isOptional }) => isOptional !== true && form.get(name) === '')
      .map((field) => [field.name, missingFieldMessage(field)]),
  );
  if (errors.size > 0) return formPage(visit, described, { key: randomUUID(), values: form, errors });
  const key = KEY.test(form.get('once')) ? form.get('once') : randomUUID();
  const { calls, session, requestId, params } = visit;
  const reply = await calls.call(session.token, {
    method: 'POST',
    path: action.apiPath(params),
    body: action.toRequestBody(form, visit),
    idempotencyKey: `console-${key}`,
    requestId,
  });
  const failure = failureOf(reply);
  if (failure === undefined && !isProblem(reply)) {
    // Every call of the operator API answers with an object.
    const { to, flash } = action.onSuccess(visit, JSON.parse(reply.body) as ActionResult, form);
    return { kind: 'redirect', to, flash };
  }
  const { byField, general } = placed(failure, fields);
  return formPage(visit, described, { key: randomUUID(), values: form, errors: byField, general });
}

type Failure = { readonly message: string; readonly details: readonly ErrorDetail[] };

/** The no in a reply: as it was decided now, or as it is kept for repeats. */
function failureOf(reply: Reply): Failure | undefined {
  if (isProblem(reply)) return { message: reply.message, details: reply.details ?? [] };
  if (reply.status < 400) return undefined;
  // What is kept of a refusal is the envelope of all errors.
  const { error } = JSON.parse(reply.body) as {
    error: { message: string; details?: readonly ErrorDetail[] };
  };
  return { message: error.message, details: error.details ?? [] };
}

/** Each detail beside the field that it is about; what is about none of them above the form. */
function placed(failure: Failure | undefined, fields: readonly FormField[]) {
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

const fieldsOf = ({ fields, isDestructive }: ActionForm): readonly FormField[] =>
  isDestructive === true ? [...fields, CONFIRM] : fields;

type Filled = {
  /** The idempotency key of what the form will ask for: sent twice, it is done once. */
  readonly key: string;
  readonly values?: Form;
  readonly errors?: FieldErrors;
  readonly general?: string | undefined;
};

function formPage(
  visit: PageContext,
  described: ActionForm,
  { key, values, errors = new Map(), general }: Filled,
): ConsolePage {
  const { title, section, crumbs, intro, submit, isDestructive = false, back } = described;
  const fields = fieldsOf(described);
  const failed = errors.size > 0 || general !== undefined;
  const content = html`<div class="panel form">
    <div class="intro">${intro}</div>
    ${errorSummaryHtml(general, fields, errors)}
    <form method="post" action="${visit.path}" data-once>
      <input type="hidden" name="csrf" value="${visit.formToken}" />
      <input type="hidden" name="once" value="${key}" />
      ${fields.map((field) => fieldHtml(field, values, errors.get(field.name)))}
      <div class="buttons">
        <button class="button ${isDestructive ? 'danger' : 'main'}">${submit}</button>
        <a class="button quiet" href="${back}">Cancel</a>
      </div>
    </form>
  </div>`;
  return {
    kind: 'page',
    status: failed ? 422 : 200,
    title: failed ? `Not done: ${title}` : title,
    section,
    crumbs,
    content,
  };
}
