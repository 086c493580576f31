import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { clientsOpenapi } from '../../scripts/generate/openapi-clients.ts';
import { isObject, readObject, type Json, type JsonObject } from '../../scripts/generate/schemas.ts';

const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url));
const exact = readObject(`${schemas}openapi.json`);
const clients = JSON.parse(clientsOpenapi(JSON.stringify(exact))) as JsonObject;

const child = (value: Json | undefined, ...names: readonly string[]): Json | undefined => {
  let at = value;
  for (const name of names) at = isObject(at) ? at[name] : undefined;
  return at;
};
const entries = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : []);
const idOf = (operation: Json): Json => child(operation, 'operationId') ?? '';
const idsIn = (document: JsonObject): Json[] =>
  entries(document['paths']).flatMap(([, item]) => entries(item).map(([, operation]) => idOf(operation)));
const objectsIn = (value: Json): JsonObject[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isObject(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : [];

/** The examples of a body or a response: its own, and those it refers to. */
const examplesOf = (content: Json | undefined): Json[] => {
  const media = child(content, 'application/json');
  const single = child(media, 'example');
  const many = entries(child(media, 'examples')).map(([, each]) => {
    const ref = child(each, '$ref');
    const target = typeof ref === 'string' ? child(exact, ...ref.split('/').slice(1)) : each;
    return child(target, 'value');
  });
  return [single, ...many].filter((each) => each !== undefined);
};

describe('openapi-clients.json', () => {
  it('has every operation except the stream of events', () => {
    const expected = idsIn(exact).filter((id) => id !== 'streamEvents');
    expect(expected).to.have.length(idsIn(exact).length - 1);
    expect(idsIn(clients)).to.deep.equal(expected);
  });

  it('has no keyword that generators do not support', () => {
    const members = objectsIn(child(clients, 'components', 'schemas') ?? {});
    const keys = new Set(
      entries(child(clients, 'components', 'schemas')).flatMap(([, each]) =>
        objectsIn(each)
          .filter((schema) => typeof schema['type'] === 'string')
          .flatMap(Object.keys),
      ),
    );
    for (const key of ['if', 'then', 'oneOf', 'anyOf', 'const', 'pattern', 'propertyNames'])
      expect([...keys]).to.not.include(key);
    expect(members.filter((each) => Object.values(each).includes(false))).to.deep.equal([]);
    expect(members.filter(({ type }) => Array.isArray(type))).to.deep.equal([]);
  });

  it('has one schema for all successes of an operation', () => {
    for (const [, item] of entries(clients['paths']))
      for (const [, operation] of entries(item)) {
        const successes = entries(child(operation, 'responses')).filter(([status]) => status !== 'default');
        const bodies = successes.map(([, response]) => JSON.stringify(child(response, 'content')));
        expect(new Set(bodies).size, JSON.stringify(idOf(operation))).to.equal(1);
      }
  });

  it('accepts every example of the exact document', () => {
    const ajv = new Ajv({ strict: false, formats: { 'date-time': true }, discriminator: false });
    ajv.addSchema({ $id: 'clients', ...clients });
    let checked = 0;
    const expectAccepted = (pointer: readonly string[], examples: readonly Json[]): void => {
      const escaped = pointer.map((each) =>
        encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      const check = ajv.compile({ $ref: `clients#/${escaped.join('/')}` });
      for (const example of examples) {
        expect(check(example), `${pointer.join(' ')}: ${JSON.stringify(check.errors)}`).to.equal(true);
        checked++;
      }
    };
    const json = ['content', 'application/json', 'schema'];
    for (const [path, item] of entries(exact['paths']))
      for (const [method, operation] of entries(item)) {
        if (child(operation, 'operationId') === 'streamEvents') continue;
        const at = ['paths', path, method];
        if (child(clients, ...at, 'requestBody') !== undefined)
          expectAccepted(
            [...at, 'requestBody', ...json],
            examplesOf(child(operation, 'requestBody', 'content')),
          );
        for (const [status, response] of entries(child(operation, 'responses'))) {
          const name = status < '300' ? status : 'default';
          expectAccepted([...at, 'responses', name, ...json], examplesOf(child(response, 'content')));
        }
      }
    expect(checked).to.be.above(500);
  });
});
