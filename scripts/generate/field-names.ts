/** The field names of request objects, for suggestions about misspelled fields. */
import { apiDefinition, isObject, refKey } from './schemas.ts';
import type { Json, Schemas } from './schemas.ts';

/** The field names of each object in a schema, by the dotted path of the object. Variants of an object are merged. */
export function fieldNames(schemas: Schemas, name: string): Readonly<Record<string, readonly string[]>> {
  const names = new Map<string, Set<string>>();
  const collect = (value: Json | undefined, file: string, path: string): void => {
    if (!isObject(value)) return;
    const ref = value['$ref'];
    if (typeof ref === 'string') {
      const target = schemas.definitions.get(refKey(file, ref));
      if (target !== undefined) collect(target.schema, target.file, path);
    }
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      const parts = value[keyword];
      if (Array.isArray(parts)) parts.forEach((part: Json) => collect(part, file, path));
    }
    if (!isObject(value['properties'])) return;
    const found = names.get(path) ?? names.set(path, new Set()).get(path);
    for (const [field, schema] of Object.entries(value['properties'])) {
      found?.add(field);
      collect(schema, file, path === '' ? field : `${path}.${field}`);
    }
  };
  const { schema, file } = apiDefinition(schemas, name);
  collect(schema, file, '');
  return Object.fromEntries([...names].map(([path, fields]) => [path, [...fields]]));
}
