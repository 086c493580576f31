/** Compares values with definitions of `schemas/` that the service has no validator for, such as responses. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { apiDefinition, baseUri, loadSchemas } from '../../scripts/generate/schemas.ts';
import { compiler } from '../../scripts/generate/validators.ts';

const SCHEMAS = new URL('../../schemas', import.meta.url).pathname;

let loaded: ((name: string) => ValidateFunction) | undefined;

function load(): (name: string) => ValidateFunction {
  const schemas = loadSchemas(SCHEMAS);
  const ajv = compiler(schemas);
  return (name) => {
    const { file, pointer } = apiDefinition(schemas, name);
    // ajv keeps what it has compiled.
    const check = ajv.getSchema(`${baseUri}${file}${pointer === '#' ? '' : pointer}`);
    if (check === undefined) throw new Error(`${name} was not compiled`);
    return check as ValidateFunction;
  };
}

/** Throws unless the value matches the API definition with this name, such as `Wallet`. */
export function expectMatchesDefinition(name: string, value: unknown): void {
  const check = (loaded ??= load())(name);
  if (check(value)) return;
  throw new Error(`${name}: ${JSON.stringify(check.errors)} in ${JSON.stringify(value)}`);
}
