/**
 * The operations of the operator API as `schemas/` declares them. Commands take paths, choices, types, and required members
 * from here.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { OperatorOperationId } from '../../../src/generated/operator-operations.ts';
import { PROJECT_ROOT } from '../../../src/system/project-root.ts';
import { isJsonObject, type JsonObject } from '../outcome.ts';
import type { Method } from '../service-call.ts';

export type Operation = {
  readonly operationId: OperatorOperationId;
  readonly method: Method;
  /** With `{name}` for path parameters. */
  readonly path: string;
  /** Names of the schemas. */
  readonly query: string;
  readonly body?: string;
  readonly files?: readonly string[];
};

/** A member of the query or of the body. */
export type Member = {
  readonly isRequired: boolean;
  readonly isInteger: boolean;
  /** The only texts that it may be, if it has only some. */
  readonly choices: readonly string[] | undefined;
};

/** A schema and the file below `schemas/` to which its references are relative. */
type Located = { readonly file: string; readonly schema: JsonObject };

/** Each file is read once, when it is first needed. */
export class OperatorOperations {
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, JsonObject>();
  readonly #byId: ReadonlyMap<string, Operation>;

  constructor() {
    // The generator checks the format of the file.
    const operations = this.#read('operator-operations.json')['operations'] as readonly Operation[];
    this.#byId = new Map(operations.map((each) => [each.operationId, each]));
  }

  find(id: OperatorOperationId): Operation {
    const found = this.#byId.get(id);
    if (found === undefined) throw new Error(`there is no operation ${id}`);
    return found;
  }

  /** The member at a dotted path, such as `reason.code`. Throws if there is none. */
  member({ operationId, query, body }: Operation, path: string): Member {
    let at = this.#definition(body ?? query);
    let isRequired = true;
    for (const name of path.split('.')) {
      const { properties, required } = at.schema;
      const schema = isJsonObject(properties) ? properties[name] : undefined;
      if (!isJsonObject(schema)) throw new Error(`${operationId} has no member ${path}`);
      isRequired &&= Array.isArray(required) && required.includes(name);
      at = this.#resolve({ file: at.file, schema });
    }
    return { isRequired, isInteger: at.schema['type'] === 'integer', choices: textsIn(at.schema['enum']) };
  }

  /** The texts that a schema allows. */
  choicesOf(definition: string): readonly string[] {
    return textsIn(this.#definition(definition).schema['enum']) ?? [];
  }

  #definition(name: string): Located {
    for (const folder of ['operator', 'api'])
      for (const entry of readdirSync(new URL(`schemas/${folder}`, PROJECT_ROOT))) {
        const file = `${folder}/${entry}`;
        // Most files do not have it, and need not be parsed.
        if (!this.#text(file).includes(`"${name}": {`)) continue;
        const schema = definitionIn(this.#read(file), name);
        if (schema !== undefined) return { file, schema };
      }
    throw new Error(`there is no schema ${name}`);
  }

  #resolve({ file, schema }: Located): Located {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return { file, schema };
    const [path = '', pointer = ''] = $ref.split('#');
    const target = path === '' ? file : posix.join(posix.dirname(file), path);
    const found = definitionIn(this.#read(target), pointer.replace('/$defs/', ''));
    if (found === undefined) throw new Error(`${file} refers to ${$ref}, which does not exist`);
    return this.#resolve({ file: target, schema: found });
  }

  #read(file: string): JsonObject {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    // Every schema file is an object.
    const read = JSON.parse(this.#text(file)) as JsonObject;
    this.#files.set(file, read);
    return read;
  }

  #text(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(new URL(`schemas/${file}`, PROJECT_ROOT), 'utf8');
    this.#texts.set(file, text);
    return text;
  }
}

function definitionIn({ $defs }: JsonObject, name: string): JsonObject | undefined {
  const found = isJsonObject($defs) ? $defs[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}

const textsIn = (values: unknown): readonly string[] | undefined =>
  Array.isArray(values) ? values.filter((each) => typeof each === 'string') : undefined;

/** The names of the parameters of a path, in its order. */
export const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
