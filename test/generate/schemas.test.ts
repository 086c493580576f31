import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { loadOperations } from '../../scripts/generate/operations.ts';
import { isObject, loadSchemas } from '../../scripts/generate/schemas.ts';
import type { Json, JsonObject } from '../../scripts/generate/schemas.ts';
import { compiler } from '../../scripts/generate/validators.ts';
import * as validators from '../../src/generated/validators.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const schemas = loadSchemas(`${root}schemas`);
const operations = loadOperations(`${root}schemas`);
const operator = loadOperations(`${root}schemas`, 'operator-operations.json');

const child = (value: Json | undefined, ...names: readonly string[]): Json | undefined => {
  let at = value;
  for (const name of names) at = isObject(at) ? at[name] : undefined;
  return at;
};
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const entries = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : []);

describe('The schemas', () => {
  const ajv = compiler(schemas);

  it('name no member of an object twice', () => {
    const files = readdirSync(`${root}schemas`, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((each) => each.endsWith('.json'))) {
      const text = readFileSync(`${root}schemas/${file}`, 'utf8');
      const withoutSpaces = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
      expect(JSON.stringify(JSON.parse(text)), file).to.equal(withoutSpaces);
    }
  });

  it('compile in strict mode', () => {
    for (const { file, pointer } of schemas.definitions.values()) {
      const suffix = pointer === '#' ? '' : pointer;
      expect(ajv.getSchema(`https://svc.example/schemas/${file}${suffix}`), file + pointer).to.be.a(
        'function',
      );
    }
  });

  it('allow no additional properties in API objects', () => {
    const open: string[] = [];
    const walk = (value: Json, where: string): void => {
      if (Array.isArray(value)) value.forEach((item: Json, index) => walk(item, `${where}/${String(index)}`));
      if (!isObject(value)) return;
      if (
        isObject(value['properties']) &&
        value['type'] === 'object' &&
        value['additionalProperties'] !== false
      )
        open.push(where);
      for (const [key, item] of Object.entries(value)) if (key !== 'examples') walk(item, `${where}/${key}`);
    };
    for (const [file, schema] of schemas.files) walk(schema, file);
    expect(open).to.deep.equal([]);
  });

  it('limit the length of every string in a body or query', () => {
    const unbounded: string[] = [];
    const isBounded = (schema: JsonObject): boolean =>
      schema['maxLength'] !== undefined || /^\^\[|^\^\\\+/.test(textOf(schema['pattern']));
    for (const { body, query } of [...operations.operations, ...operator.operations])
      for (const name of [body, query]) {
        const definition = [...schemas.definitions.values()].find((each) => each.name === name);
        for (const [key, property] of entries(child(definition?.schema, 'properties')))
          if (isObject(property) && property['type'] === 'string' && !isBounded(property))
            unbounded.push(`${String(name)}.${key}`);
      }
    expect(unbounded).to.deep.equal([]);
  });

  it('have examples that are valid', () => {
    for (const { name, file, pointer, schema } of schemas.definitions.values()) {
      const examples = schema['examples'];
      if (!Array.isArray(examples)) continue;
      const check = ajv.getSchema(`https://svc.example/schemas/${file}${pointer === '#' ? '' : pointer}`);
      for (const example of examples as readonly Json[])
        expect(check?.(example), `${name}: ${JSON.stringify(check?.errors)}`).to.equal(true);
    }
  });

  it('list the error codes of the error table', () => {
    const definition = schemas.definitions.get('api/error.json#/$defs/ErrorCode');
    expect(definition?.schema['enum']).to.deep.equal(Object.keys(operations.errors));
  });

  it('reject a declaration of an operation with an unknown member', () => {
    const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
    const [first] = operations.operations;
    for (const file of ['operation-declarations.json', 'errors.json'])
      copyFileSync(`${root}schemas/${file}`, join(folder, file));
    const declare = (operation: object): void =>
      writeFileSync(
        join(folder, 'operations.json'),
        JSON.stringify({ description: '', operations: [operation] }),
      );
    declare({ ...first, addition: true });
    expect(loadOperations(folder).operations[0]?.addition).to.equal(true);
    for (const wrong of [{ adition: true }, { addition: false }, { method: 'PUT' }]) {
      declare({ ...first, ...wrong });
      expect(() => loadOperations(folder), JSON.stringify(wrong)).to.throw('operations.json');
    }
    rmSync(folder, { recursive: true });
  });
});

describe('Metadata', () => {
  const characters = (text: string): number => Array.from(text).length;

  it('is accepted exactly within its limits', () => {
    const key = fc.string({ unit: 'binary', maxLength: 45 });
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('v'.repeat(500), 'v'.repeat(501), '😀'.repeat(500)),
    );
    const metadata = fc.dictionary(key, value, { maxKeys: 55, size: 'max', noNullPrototype: true });
    fc.assert(
      fc.property(metadata, (given) => {
        const pairs = Object.entries(given);
        const isWithin =
          pairs.length <= 50 &&
          pairs.every(([name, text]) => characters(name) <= 40 && characters(text) <= 500);
        expect(validators.validateUserUpdate({ metadata: given })).to.equal(isWithin);
      }),
    );
  });

  it('rejects invalid Unicode', () => {
    expect(validators.validateUserUpdate({ metadata: { a: '\ud800' } })).to.equal(false);
  });
});
