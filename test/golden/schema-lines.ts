/** One line for each fact of a JSON schema that is part of a contract; sentences and examples are not. */

type Json = Readonly<Record<string, unknown>>;

const PROSE = new Set(['title', 'description', 'examples', 'example', '$schema', '$id', 'deprecated']);
const STRUCTURE = new Set(['type', 'properties', 'required', 'items', '$ref', '$defs']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lines of a schema: its type and limits, then its members by name. */
export function schemaLines(path: string, schema: unknown, isRequired = false): string[] {
  if (!isObject(schema)) return [`${path}: ${JSON.stringify(schema)}`];
  const { properties, required, items } = schema;
  const names = new Set(Array.isArray(required) ? required : []);
  const members = isObject(properties) ? properties : {};
  const lines = [`${path}: ${[...factsOf(schema), ...(isRequired ? ['required'] : [])].join(' ')}`];
  for (const name of Object.keys(members).sort())
    lines.push(...schemaLines(`${path}.${name}`, members[name], names.has(name)));
  // Some required members are declared elsewhere, as in a branch of `oneOf`.
  const elsewhere = [...names].filter((name) => !(String(name) in members)).sort();
  if (elsewhere.length > 0) lines.push(`${path}: requires ${elsewhere.join(' ')}`);
  if (items !== undefined) lines.push(...schemaLines(`${path}[]`, items));
  for (const key of Object.keys(schema).sort()) {
    if (PROSE.has(key) || STRUCTURE.has(key)) continue;
    lines.push(...nestedLines(`${path} ${key}`, schema[key]));
  }
  if (isObject(schema['$defs']))
    for (const name of Object.keys(schema['$defs']).sort())
      lines.push(...schemaLines(`${path} $defs.${name}`, schema['$defs'][name]));
  return lines;
}

/** The schemas inside a keyword such as `anyOf` or `if`. */
function nestedLines(path: string, value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => (isObject(each) ? schemaLines(`${path}[${index}]`, each) : []));
  return isObject(value) && !path.endsWith(' default') ? schemaLines(path, value) : [];
}

const referenced = (ref: string): string => ref.replace(/^.*\//, '');

/** The type, a reference, and every keyword with a plain value. */
function factsOf(schema: Json): string[] {
  const facts: string[] = [];
  const { type, $ref } = schema;
  if (typeof $ref === 'string') facts.push(referenced($ref));
  if (type !== undefined)
    facts.push(
      JSON.stringify(type)
        .replace(/[[\]"]/g, '')
        .replaceAll(',', '|'),
    );
  for (const key of Object.keys(schema).sort()) {
    if (PROSE.has(key) || STRUCTURE.has(key)) continue;
    const value = schema[key];
    const isNested = isObject(value) || (Array.isArray(value) && value.some(isObject));
    if (!isNested || key === 'default') facts.push(`${key}=${JSON.stringify(value)}`);
  }
  return facts.length === 0 ? ['any'] : facts;
}

/** The lines of an OpenAPI document. */
export function documentLines(document: Json): string[] {
  const components = asObject(document['components']);
  return [
    `openapi: ${String(document['openapi'])}`,
    `security: ${JSON.stringify(document['security'])}`,
    `securitySchemes: ${JSON.stringify(withoutProse(components['securitySchemes']))}`,
    ...itemLines('', asObject(document['paths'])),
    ...itemLines('webhook ', asObject(document['webhooks'])),
    ...sorted(components['parameters']).flatMap(([name, each]) => parameterLines(`parameter ${name}`, each)),
    ...sorted(components['headers']).flatMap(([name, { schema }]) => schemaLines(`header ${name}`, schema)),
    ...sorted(components['schemas']).flatMap(([name, schema]) => schemaLines(name, schema)),
  ];
}

const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const sorted = (value: unknown): [string, Json][] =>
  Object.entries(asObject(value))
    .map(([name, each]): [string, Json] => [name, asObject(each)])
    .sort(([one], [other]) => (one < other ? -1 : 1));

const itemLines = (prefix: string, items: Json): string[] =>
  sorted(items).flatMap(([path, item]) =>
    sorted(item).flatMap(([method, operation]) =>
      operationLines(`${prefix}${method.toUpperCase()} ${path}`, operation),
    ),
  );

function operationLines(name: string, operation: Json): string[] {
  const { operationId, security } = operation;
  const own = security === undefined ? [] : [`security=${JSON.stringify(security)}`];
  const lines = [`${name}: ${[String(operationId), ...own].join(' ')}`];
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'].map(asObject) : [];
  for (const each of parameters) lines.push(...parameterLines(name, each));
  const body = asObject(operation['requestBody']);
  for (const [type, { schema }] of sorted(body['content']))
    lines.push(...schemaLines(`${name} body ${type}`, schema, body['required'] === true));
  for (const [status, response] of sorted(operation['responses']))
    lines.push(...responseLines(name, status, response));
  return lines;
}

function parameterLines(name: string, parameter: Json): string[] {
  const { $ref, in: where, required, schema } = parameter;
  if (typeof $ref === 'string') return [`${name} parameter ${referenced($ref)}`];
  return schemaLines(`${name} ${String(where)} ${String(parameter['name'])}`, schema, required === true);
}

/** One line if its schemas have names. The codes of an error are the names of its examples. */
function responseLines(name: string, status: string, response: Json): string[] {
  const content = sorted(response['content']).map(([type, { schema, examples }]) => ({
    lines: schemaLines(type, schema),
    codes: Number(status) >= 400 ? Object.keys(asObject(examples)).sort() : [],
  }));
  const facts = content.flatMap(({ lines: [line = ''], codes }) => [line, ...codes]);
  const headers = Object.keys(asObject(response['headers'])).sort();
  return [
    `${name} ${status}: ${[...facts, `(${headers.join(', ')})`].join(' ')}`,
    ...content.flatMap(({ lines: [, ...members] }) => members.map((line) => `${name} ${status} ${line}`)),
  ];
}

const withoutProse = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutProse)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !PROSE.has(key))
            .map(([key, each]) => [key, withoutProse(each)]),
        )
      : value;
