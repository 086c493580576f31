/** Renders the fields of an object: name, type, description, and limits. */
import { EMPTY_HTML, html, type Html } from '../../web/html.ts';
import { renderInline } from '../guides.ts';
import { nameOf, variantsOf, type ApiDocument, type Schema } from './openapi-document.ts';

/** Links to the page that describes the objects of a document. */
export type SchemaLinks = { readonly document: ApiDocument; readonly objects: string };

/** Objects with fields have an entry of their own; other schemas are described where they are used. */
export const isObjectSchema = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  (variantsOf(schema) !== undefined ||
    (schema.properties !== undefined && Object.keys(schema.properties).length > 0));

const resolve = ({ document }: SchemaLinks, schema: Schema): Schema => {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...document.schemas[nameOf($ref)], ...own };
};

/** Removes the `null` variant, which is shown as a separate word. */
function nullable(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  const variants = schema.oneOf;
  if (variants === undefined) return { schema, isNullable: false };
  const others = variants.filter(({ type }) => type !== 'null');
  const [only] = others;
  const isNullable = others.length < variants.length;
  if (only === undefined || others.length > 1) return { schema, isNullable };
  const { oneOf: _, ...own } = schema;
  return { schema: { ...only, ...own }, isNullable };
}

/** A link to an object, or the name of a type. */
export function typeHtml(links: SchemaLinks, given: Schema): Html {
  const { schema, isNullable } = nullable(given);
  const orNull = isNullable && html` <span class="or">or null</span>`;
  return html`${bareType(links, schema)}${orNull}`;
}

function bareType(links: SchemaLinks, schema: Schema): Html {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const name = nameOf($ref);
    const target = links.document.schemas[name];
    if (isObjectSchema(target)) return html`<a href="${links.objects}#${name}">${name}</a>`;
    return bareType(links, { ...target });
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return html`one of`;
  const variants = variantsOf(schema);
  if (variants !== undefined) {
    const names = variants.map((each, i) => html`${i > 0 ? ' or ' : ''}${bareType(links, each)}`);
    return html`${names}`;
  }
  if (schema.type === 'array') return html`list of ${bareType(links, schema.items ?? {})}`;
  if (schema.type === 'string' && schema.format !== undefined)
    return html`${FORMATS[schema.format] ?? 'string'}`;
  return html`${schema.type ?? 'any'}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time',
  uri: 'URL',
  email: 'email address',
};

/** The limits of a value in words. */
function limitsOf(schema: Schema): Html[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties, pattern } = schema;
  const found: Html[] = [];
  const range = (least: number | undefined, most: number | undefined, unit: string): void => {
    if (least === undefined && most === undefined) return;
    if (least === undefined) found.push(html`up to ${most}${unit}`);
    else if (most === undefined) found.push(html`at least ${least}${unit}`);
    else found.push(html`${least} to ${most}${unit}`);
  };
  range(minLength, maxLength, ' characters');
  range(minimum, maximum, '');
  range(minItems, maxItems, ' elements');
  range(undefined, maxProperties, ' keys');
  if (schema.default !== undefined) found.push(html`default <code>${JSON.stringify(schema.default)}</code>`);
  if (pattern !== undefined && !pattern.includes('\\u'))
    found.push(html`matches <code class="pattern">${pattern}</code>`);
  return found;
}

const valuesOf = (links: SchemaLinks, schema: Schema): readonly unknown[] => {
  const bare = resolve(links, nullable(schema).schema);
  return bare.enum ?? (bare.type === 'array' ? resolve(links, bare.items ?? {}).enum : undefined) ?? [];
};

export type Field = {
  readonly name: string;
  readonly schema: Schema;
  readonly note?: string | undefined;
  /** The anchor of the field. */
  readonly id?: string;
};

/** Whether the fields belong to a request, and their nesting depth. */
type Unfolding = { readonly sent?: boolean; readonly depth?: number };

const DEPTH_MAX = 3;

export function fieldList(
  links: SchemaLinks,
  fields: readonly Field[],
  { sent = true, depth = 0 }: Unfolding = {},
): Html {
  if (fields.length === 0) return EMPTY_HTML;
  return html`<ul class="fields">
    ${fields.map((field) => fieldHtml(links, field, { sent, depth }))}
  </ul>`;
}

function fieldHtml(
  links: SchemaLinks,
  { name, schema, note, id }: Field,
  { sent, depth }: Required<Unfolding>,
): Html {
  const full = resolve(links, nullable(schema).schema);
  const described = schema.description ?? full.description ?? '';
  const values = valuesOf(links, schema);
  const limits = limitsOf(full);
  const at: Html | undefined = id === undefined ? undefined : html` id="${id}"`;
  // Only objects without an entry of their own are expanded here.
  const isInline = nullable(schema).schema.$ref === undefined && full.properties !== undefined;
  const inner =
    isInline && depth < DEPTH_MAX && fieldList(links, fieldsOf(full, sent), { sent, depth: depth + 1 });
  return html`<li${at}>
    <p class="field-head">
      <code class="field-name">${name}</code> <span class="type">${typeHtml(links, schema)}</span>
      ${note === undefined ? undefined : html`<span class="note">${note}</span>`}
    </p>
    ${described === '' ? undefined : html`<p class="field-text">${renderInline(described)}</p>`}
    ${values.length > 0 && html`<p class="values">${values.map((value) => html`<code>${String(value)}</code> `)}</p>`}
    ${limits.length > 0 && html`<p class="limits">${limits.map((each, i) => html`${i > 0 ? ' · ' : ''}${each}`)}</p>`}
    ${inner}
  </li>`;
}

/** The fields of an object. Requests mark required fields, responses mark fields that may be absent. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema, sent = true): Field[] =>
  Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const note = sent ? (isRequired ? 'required' : 'optional') : isRequired ? undefined : 'may be absent';
    return { name, schema, note };
  });

/** The fields of a request body. */
export function bodyFields(links: SchemaLinks, schema: Schema): Html {
  const full = resolve(links, schema);
  return html`${full.description === undefined ? undefined : html`<p>${renderInline(full.description)}</p>`}
  ${fieldList(links, fieldsOf(full))}`;
}

/** Whether an object has an entry of its own. Pages, lists, and the error envelope have none. */
export const hasOwnEntry = (name: string, schema: Schema): boolean =>
  isObjectSchema(schema) && !/Page$|List$|^Error(Envelope|Detail)$/.test(name);
