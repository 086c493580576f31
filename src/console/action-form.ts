/**
 * Pages with a form that makes one call of the operator API. The API decides; this module only renders the form and
 * shows the result.
 */

import type { ErrorDetail } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import type { Reply } from '../http/reply.ts';
import { randomUUID } from '../system/runtime.ts';
import type { FieldErrors } from '../web/fields.ts';
import type { Form } from '../web/forms.ts';
import { html, type Html } from '../web/html.ts';
import type {
  Breadcrumb,
  ConsolePage,
  ConsoleRoute,
  PageContext,
  PageResult,
  Section,
} from './page-context.ts';
import type { Flash } from './session/sessions.ts';
import { errorSummaryHtml, fieldsHtml, missingFieldMessage, type FormField } from './ui/form-fields.ts';

/** Content of a form page. */
export type ActionForm = {
  readonly title: string;
  readonly section: Section;
  readonly breadcrumbs: readonly Breadcrumb[];
  /** Explains what the action does. */
  readonly intro: Html;
  readonly fields: readonly FormField[];
  readonly submit: string;
  /** Asks for confirmation first. */
  readonly isDestructive?: boolean;
  /** Target of the "Cancel" link. */
  readonly cancelHref: string;
};

type Action = {
  readonly path: string;
  /** Default: POST. */
  readonly method?: 'POST' | 'PATCH';
  /** Path of the operator API endpoint. */
  readonly apiPath: (params: PageContext['params']) => string;
  readonly buildForm: (context: PageContext) => ActionForm | PageResult | Promise<ActionForm | PageResult>;
  readonly toRequestBody: (form: Form, context: PageContext) => unknown;
  /** Errors that prevent the call, such as a file that cannot be decoded. */
  readonly checkForm?: (form: Form) => FieldErrors;
  readonly uploadBytesMax?: number;
  /** The page to show next, and the message on it. */
  readonly onSuccess: (
    context: PageContext,
    answer: ActionResult,
    form: Form,
  ) => { readonly to: string; readonly flash: Flash };
};

/** Parsed response body of the call. Its members depend on the endpoint. */
export type ActionResult = Readonly<Record<string, unknown>>;

const CONFIRM: FormField = {
  name: 'confirm',
  label: 'I have checked this and want to continue.',
  kind: 'confirm',
};

const isDescribed = (found: ActionForm | PageResult): found is ActionForm => 'fields' in found;

export const actionRoute = (action: Action): ConsoleRoute => ({
  path: action.path,
  ...(action.uploadBytesMax === undefined ? {} : { uploadBytesMax: action.uploadBytesMax }),
  async get(context) {
    const refused = await refuseForbidden(context, action);
    if (refused !== undefined) return refused;
    const found = await action.buildForm(context);
    return isDescribed(found) ? formPage(context, found, { key: randomUUID() }) : found;
  },
  async post(context, form) {
    const refused = await refuseForbidden(context, action);
    if (refused !== undefined) return refused;
    const found = await action.buildForm(context);
    return isDescribed(found) ? submitForm(context, action, found, form) : found;
  },
});

/** Operators who may not make the call do not see its form. */
async function refuseForbidden(
  { calls, session, params, requestId, origin }: PageContext,
  { apiPath, method = 'POST' }: Action,
): Promise<PageResult | undefined> {
  const target = { method, path: apiPath(params), requestId, origin };
  const admitted = calls.admit(session.token, target.method, target.path);
  if (!isProblem(admitted)) return undefined;
  if (admitted.problem === 'permission_denied') await calls.recordDenied(session.token, target);
  return admitted;
}

const KEY = /^[0-9a-f-]{36}$/;

async function submitForm(
  context: PageContext,
  action: Action,
  described: ActionForm,
  form: Form,
): Promise<PageResult> {
  const fields = fieldsOf(described);
  const missing = new Map(
    fields
      .filter(({ name, isOptional }) => isOptional !== true && form.get(name) === '')
      .map((field) => [field.name, missingFieldMessage(field)]),
  );
  const errors = missing.size > 0 ? missing : (action.checkForm?.(form) ?? missing);
  if (errors.size > 0) return formPage(context, described, { key: randomUUID(), values: form, errors });
  const key = KEY.test(form.get('once')) ? form.get('once') : randomUUID();
  const { calls, session, requestId, params, origin } = context;
  const reply = await calls.call(session.token, {
    method: action.method ?? 'POST',
    path: action.apiPath(params),
    body: action.toRequestBody(form, context),
    // Repeating any other method has no further effect.
    ...(action.method !== 'PATCH' ? { idempotencyKey: `console-${key}` } : {}),
    requestId,
    origin,
  });
  const failure = failureOf(reply);
  if (failure === undefined && !isProblem(reply)) {
    // Every operator API endpoint responds with a JSON object.
    const { to, flash } = action.onSuccess(context, JSON.parse(reply.body) as ActionResult, form);
    return { kind: 'redirect', to, flash };
  }
  const { byField, general } = assignDetails(failure, fields);
  return formPage(context, described, { key: randomUUID(), values: form, errors: byField, general });
}

type Failure = { readonly message: string; readonly details: readonly ErrorDetail[] };

/** The error in a reply, either decided now or replayed from an earlier request. */
function failureOf(reply: Reply): Failure | undefined {
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

const fieldsOf = ({ fields, isDestructive }: ActionForm): readonly FormField[] =>
  isDestructive === true ? [...fields, CONFIRM] : fields;

type FormState = {
  /** Idempotency key of the call, so that a form submitted twice acts once. */
  readonly key: string;
  readonly values?: Form;
  readonly errors?: FieldErrors;
  readonly general?: string | undefined;
};

function formPage(
  context: PageContext,
  described: ActionForm,
  { key, values, errors = new Map(), general }: FormState,
): ConsolePage {
  const { title, section, breadcrumbs, intro, submit, isDestructive = false, cancelHref: back } = described;
  const fields = fieldsOf(described);
  const failed = errors.size > 0 || general !== undefined;
  const content = html`<div class="panel form">
    <div class="intro">${intro}</div>
    ${errorSummaryHtml(general, fields, errors)}
    <form
      method="post"
      action="${context.path}"
      ${fields.some(({ kind }) => kind === 'file') && html`enctype="multipart/form-data"`}
      data-once
    >
      <input type="hidden" name="csrf" value="${context.formToken}" />
      <input type="hidden" name="once" value="${key}" />
      ${fieldsHtml(fields, values, errors)}
      <div class="buttons">
        <button class="button ${isDestructive ? 'danger' : 'main'}">${submit}</button>
        <a class="button quiet" href="${back}">Cancel</a>
      </div>
    </form>
  </div>`;
  return {
    kind: 'page',
    status: failed ? 422 : 200,
    title: failed ? `Error: ${title}` : title,
    section,
    breadcrumbs,
    content,
  };
}

// What an action shows when it became a proposal instead of taking effect.

type Next = { readonly to: string; readonly flash: Flash };

export const PROPOSALS_PATH = '/console/proposals';

/** `done` unless the answer is a proposal. */
export const nextAfter = ({ object }: ActionResult, done: Next): Next =>
  object === 'proposal'
    ? {
        to: PROPOSALS_PATH,
        flash: {
          tone: 'ok',
          text: 'The action is proposed. It takes effect when another operator approves it.',
        },
      }
    : done;
