/** Accessible form fields: every input has a label and is associated with its hint and error message. */
import { html } from './html.ts';
import type { Html } from './html.ts';

/** Error messages by field name, in field order. */
export type FieldErrors = ReadonlyMap<string, string>;
export const NO_ERRORS: FieldErrors = new Map();

export type Field = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly hint?: string | undefined;
  /** Marks the field as optional with this text. */
  readonly optional?: string | undefined;
  /** The `autocomplete` attribute. */
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric';
  readonly width?: 'short' | 'long';
};

/** The texts of a field in addition to its label. */
type FieldTexts = {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
};

/** References the hint and the error message of an input. */
export function describedBy({ name, hint, error }: FieldTexts): Html {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(error === undefined ? [] : [`${name}-error`]),
  ];
  return ids.length === 0 ? html`` : html` aria-describedby="${ids.join(' ')}"`;
}

/** Marks an input as invalid. */
export const ariaInvalid = (isInvalid: boolean): Html | false => isInvalid && html` aria-invalid="true"`;

/** The hint and the error message of an input. */
export const hintAndError = ({ name, hint, error }: FieldTexts): Html =>
  html`${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${message(name, error)}`;

const message = (name: string, error: string | undefined): Html | false =>
  error !== undefined && html`<span class="message" id="${name}-error">${error}</span>`;

/** The text of a label, with the mark of an optional field. */
export const labelText = (label: string, optional: string | undefined): Html =>
  html`${label}${optional !== undefined && html` <span class="optional">${optional}</span>`}`;

const labelHtml = ({ name, label, optional }: Field): Html =>
  html`<label for="${name}">${labelText(label, optional)}</label>`;

const input = (field: Field, isInvalid = field.error !== undefined): Html => {
  const { name, value, optional, autocomplete = 'off', inputmode } = field;
  return html`<input
    type="text"
    id="${name}"
    name="${name}"
    value="${value}"
    autocomplete="${autocomplete}"
    ${inputmode !== undefined && html`inputmode="${inputmode}"`}
    ${optional === undefined && html`required`}${describedBy(field)}${ariaInvalid(isInvalid)}
  />`;
};

export const textField = (field: Field): Html =>
  html`<div class="field">${labelHtml(field)}${hintAndError(field)}${input(field)}</div>`;

type Option = { readonly value: string; readonly label: string };

export function selectField(field: Field, options: readonly Option[], empty: string): Html {
  const { name, value, error, optional, autocomplete = 'off' } = field;
  return html`<div class="field">
    ${labelHtml(field)}${hintAndError(field)}
    <select
      id="${name}"
      name="${name}"
      autocomplete="${autocomplete}"
      ${optional === undefined && html`required`}${describedBy(field)}${ariaInvalid(error !== undefined)}
    >
      <option value="">${empty}</option>
      ${options.map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value && html`selected`}>
            ${option.label}
          </option>`,
      )}
    </select>
  </div>`;
}

/**
 * A date as three text inputs, which is faster than a date picker for dates of birth. The group has the name of its
 * first input.
 */
export function dateField(
  group: Pick<Field, 'name' | 'label' | 'error'> & { readonly hint: string },
  parts: readonly Field[],
): Html {
  const { label, error } = group;
  return html`<fieldset class="date" ${describedBy(group)}>
    <legend>${label}</legend>
    ${hintAndError(group)}
    <div class="parts">
      ${parts.map(
        (part) =>
          html`<div class="${part.width ?? 'short'}">
            ${labelHtml(part)}${input(part, error !== undefined)}
          </div>`,
      )}
    </div>
  </fieldset>`;
}

type Choice = Option & { readonly hint: string };

/** Radio buttons as cards. The first input has the ID that error links point to. */
export function choiceField(
  { name, label, value, error }: Pick<Field, 'name' | 'label' | 'value' | 'error'>,
  options: readonly Choice[],
): Html {
  return html`<fieldset ${describedBy({ name, error })}>
    <legend>${label}</legend>
    ${message(name, error)}
    ${options.map((option, i) => {
      const id = i === 0 ? name : `${name}-${option.value}`;
      return html`<div class="choice">
        <input
          type="radio"
          id="${id}"
          name="${name}"
          value="${option.value}"
          required
          ${option.value === value && html`checked`}
        />
        <label for="${id}">${option.label}<span>${option.hint}</span></label>
      </div>`;
    })}
  </fieldset>`;
}

/** Error summary at the top of the page, with links to the fields. It takes focus when the page loads. */
export const errorSummary = (title: string, errors: FieldErrors): Html | false =>
  errors.size > 0 &&
  html`<div class="problems" role="alert" tabindex="-1" autofocus aria-labelledby="problems-title">
    <h2 id="problems-title">${title}</h2>
    <ul>
      ${[...errors].map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}
    </ul>
  </div>`;
