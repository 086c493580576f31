/** Form fields of the console, rendered with their values and error messages. */
import { ariaInvalid, describedBy, hintAndError, labelText, type FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';

/** What an option adds to the sum of its side. */
export type Summand = { readonly side: 'Lines' | 'movements'; readonly amount: string };

export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind:
    | 'text'
    | 'amount'
    | 'reason'
    | 'note'
    | 'time'
    | 'secret'
    | 'select'
    | 'choice'
    | 'boxes'
    | 'confirm'
    | 'file';
  /** For `select`, `choice`, and `boxes` only. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Heading of the fields around it that most people leave alone. They are folded until one of them is in use. */
  readonly group?: string;
  /** For `boxes`: the script of the console adds up what is selected, and `first`. */
  readonly sums?: {
    readonly unit: string;
    readonly first: Summand;
    readonly of: ReadonlyMap<string, Summand>;
  };
  readonly isOptional?: boolean;
  /** Value shown before the operator enters one. */
  readonly initialValue?: string;
  readonly maxLength?: number;
  /** Request body fields set from this field, if named differently. Errors about them are shown here. */
  readonly bodyFields?: readonly string[];
  /** The value in the request body, if it is not the text. */
  readonly toBody?: (text: string) => unknown;
};

/** The reason that the operator API records with an event. */
export const REASON_FIELD: FormField = {
  name: 'reason',
  label: 'Reason',
  hint: 'Recorded with the event.',
  kind: 'reason',
};

/** How long an old key stays valid next to the new one. */
export const overlapField = (label: string, none: string): FormField => ({
  name: 'overlap',
  label,
  kind: 'select',
  bodyFields: ['overlap_seconds'],
  toBody: Number,
  options: [
    ['86400', '1 day'],
    ['3600', '1 hour'],
    ['604800', '1 week'],
    ['0', none],
  ],
});

type FieldValues = Pick<Form, 'get' | 'getAll'>;

/** The time of a `time` field as the operator API takes it; a time with another zone stays as it is. */
export const utcTime = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value)
    ? `${value.length === 16 ? `${value}:00` : value}Z`
    : value;

/** Error message for a required field that was left empty. */
export const missingFieldMessage = ({ kind, label }: FormField): string =>
  kind === 'confirm'
    ? 'Check the box to confirm'
    : kind === 'choice' || kind === 'select' || kind === 'boxes'
      ? `Select an option for “${label}”`
      : `Enter a value for “${label}”`;

/** Fields of one group that follow each other are folded together. */
export function fieldsHtml(
  fields: readonly FormField[],
  values: FieldValues | undefined,
  errors: FieldErrors,
): Html {
  const shown: Html[] = [];
  for (let at = 0; at < fields.length;) {
    const group = fields[at]?.group;
    const next = fields.findIndex((each, i) => i > at && each.group !== group);
    const members = fields.slice(at, next === -1 ? undefined : next);
    const content = members.map((field) => fieldHtml(field, values, errors.get(field.name)));
    const isUsed = members.some(
      ({ name, initialValue = '' }) =>
        errors.has(name) || (values?.get(name) ?? initialValue) !== initialValue,
    );
    shown.push(
      group === undefined
        ? html`${content}`
        : html`<details class="field-group" ${isUsed && html`open`}>
            <summary>${group}</summary>
            ${content}
          </details>`,
    );
    at += members.length;
  }
  return html`${shown}`;
}

function fieldHtml(field: FormField, values: FieldValues | undefined, error: string | undefined): Html {
  const value = values?.get(field.name) ?? field.initialValue ?? '';
  if (field.kind === 'confirm') return confirmHtml(field, value !== '', error);
  if (field.kind === 'choice') return optionsHtml(field, 'radio', [value], error);
  if (field.kind === 'boxes') return optionsHtml(field, 'checkbox', values?.getAll(field.name) ?? [], error);
  return html`<div class="field">
    <label for="${field.name}">${labelOf(field)}</label>
    ${textsOf(field, error)}${control(field, value, error)}
  </div>`;
}

const labelOf = ({ label, isOptional }: FormField): Html =>
  labelText(label, isOptional === true ? '(optional)' : undefined);

const textsOf = ({ name, hint }: FormField, error: string | undefined): Html =>
  hintAndError({ name, hint, error });

const ariaAttributes = ({ name, hint }: FormField, error: string | undefined): Html =>
  html`${describedBy({ name, hint, error })}${ariaInvalid(error !== undefined)}`;

function control(field: FormField, value: string, error: string | undefined): Html {
  const { name, kind, maxLength = 200, options = [] } = field;
  const attributes = ariaAttributes(field, error);
  switch (kind) {
    case 'reason':
      return html`<textarea id="${name}" name="${name}" rows="3" maxlength="500" ${attributes}>
${value}</textarea>`;
    case 'note':
      return html`<textarea id="${name}" name="${name}" rows="5" maxlength="2000" ${attributes}>
${value}</textarea>`;
    case 'select':
      return html`<select id="${name}" name="${name}" ${attributes}>
        ${options.map(
          ([each, label]) =>
            html`<option value="${each}" ${each === value ? html`selected` : undefined}>${label}</option>`,
        )}
      </select>`;
    case 'file':
      return html`<input id="${name}" name="${name}" type="file" ${attributes} />`;
    case 'secret':
      return html`<input
        id="${name}"
        name="${name}"
        type="password"
        autocomplete="off"
        spellcheck="false"
        maxlength="200"
        ${attributes}
      />`;
    case 'amount':
      return html`<input
        id="${name}"
        name="${name}"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        class="short"
        maxlength="40"
        value="${value}"
        ${attributes}
      />`;
    case 'time':
      return html`<input
        id="${name}"
        name="${name}"
        type="datetime-local"
        autocomplete="off"
        class="short"
        step="1"
        value="${value.replace('Z', '')}"
        ${attributes}
      />`;
    default:
      return html`<input
        id="${name}"
        name="${name}"
        type="text"
        autocomplete="off"
        maxlength="${maxLength}"
        value="${value}"
        ${attributes}
      />`;
  }
}

const optionsHtml = (
  field: FormField,
  type: 'radio' | 'checkbox',
  chosen: readonly string[],
  error: string | undefined,
): Html =>
  html`<fieldset
    class="field"
    ${field.sums && html`data-sums="${field.sums.unit}" ${summandAttributes(field.sums.first)}`}
  >
    <legend>${labelOf(field)}</legend>
    ${textsOf(field, error)}
    <div class="choices">
      ${(field.options ?? []).map(([each, label], index) => {
        const anchor = index === 0 ? field.name : `${field.name}-${each}`;
        return html`<label class="choice" for="${anchor}"
          ><input
            type="${type}"
            id="${anchor}"
            name="${field.name}"
            value="${each}"
            ${chosen.includes(each) ? html`checked` : undefined}
            ${ariaAttributes(field, error)}
            ${summandAttributes(field.sums?.of.get(each))}
          /><span>${label}</span></label
        >`;
      })}
    </div>
    ${field.sums && html`<output class="sums" for="${field.name}" hidden></output>`}
  </fieldset>`;

const summandAttributes = (summand: Summand | undefined): Html | undefined =>
  summand && html`data-side="${summand.side}" data-amount="${summand.amount}"`;

const confirmHtml = (field: FormField, checked: boolean, error: string | undefined): Html =>
  html`<div class="field">
    ${textsOf(field, error)}
    <label class="choice" for="${field.name}"
      ><input
        type="checkbox"
        id="${field.name}"
        name="${field.name}"
        value="yes"
        ${checked ? html`checked` : undefined}
        ${ariaAttributes(field, error)}
      /><span>${field.label}</span></label
    >
  </div>`;

/** Summary of all errors, each linked to its field. */
export function errorSummaryHtml(
  general: string | undefined,
  fields: readonly FormField[],
  errors: FieldErrors,
): Html {
  const entries = fields.filter(({ name }) => errors.has(name));
  if (general === undefined && entries.length === 0) return html``;
  return html`<div class="problems" role="alert" tabindex="-1" autofocus>
    <h2>Nothing was changed</h2>
    ${general !== undefined && html`<p>${general}</p>`}
    ${
      entries.length > 0 &&
      html`<ul>
        ${entries.map(
          ({ name, label, kind }) =>
            html`<li>
              <a href="#${name}">${kind === 'confirm' ? '' : `${label}: `}${errors.get(name)}</a>
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}
