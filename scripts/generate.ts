/**
 * Generates TypeScript types, validators, operation tables, and the OpenAPI documents from `schemas/`.
 * With `--check` it writes nothing, lists stale files and changed schemas of released events, and exits with 1 if there
 * are any.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundaryProblems, withDiagram } from './generate/boundaries.ts';
import type { Boundaries } from './generate/boundaries.ts';
import { withDependencies, type LockFile } from './generate/dependencies.ts';
import { clientCalls, clientResources, clientTypes } from './generate/client.ts';
import { currencyTable } from './generate/currencies.ts';
import { withErrorCodes } from './generate/error-guide.ts';
import { changedReleasedSchemas } from './generate/lock.ts';
import { loggedFields } from './generate/logged-fields.ts';
import { apiProse } from './generate/openapi-prose.ts';
import { clientsOpenapi } from './generate/openapi-clients.ts';
import { openapi } from './generate/openapi.ts';
import { loadOperations } from './generate/operations.ts';
import { API_NAMES, OPERATOR_NAMES, errorTable, operationTable } from './generate/operation-table.ts';
import { withRoles } from './generate/one-operator.ts';
import { operatorProse } from './generate/operator-prose.ts';
import { loadSchemas, readObject } from './generate/schemas.ts';
import { apiTypes, eventTypes } from './generate/types.ts';
import { validatorsCode, validatorsTypes } from './generate/validators.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemas = loadSchemas(`${root}schemas`);
const operations = loadOperations(`${root}schemas`);
const operator = loadOperations(`${root}schemas`, 'operator-operations.json');
const all = {
  ...operations,
  operations: [...operations.operations, ...operator.operations],
};
const { version, dependencies, optionalDependencies } = readObject(`${root}package.json`);
if (typeof version !== 'string') throw new Error('package.json has no version');

// The file is the project's own, and lint reads the same one.
const boundaries = readObject(`${root}boundaries.json`) as Boundaries;

const document = openapi(schemas, operations, apiProse, version);
const files: Readonly<Record<string, string>> = {
  'src/generated/api.ts': await apiTypes(schemas),
  'src/generated/events.ts': await eventTypes(schemas),
  'src/generated/currencies.ts': await currencyTable(),
  'src/generated/errors.ts': await errorTable(operations.errors),
  'src/generated/logged-fields.ts': await loggedFields(schemas),
  'src/generated/operations.ts': await operationTable(schemas, operations, API_NAMES),
  'src/generated/operator-operations.ts': await operationTable(schemas, operator, OPERATOR_NAMES),
  'src/generated/client-calls.ts': await clientCalls(operations.operations),
  'src/generated/validators.js': validatorsCode(schemas, all),
  'src/generated/validators.d.ts': await validatorsTypes(schemas, all),
  'packages/client/src/generated/types.ts': await clientTypes(document, operations.operations, schemas),
  'packages/client/src/generated/resources.ts': await clientResources(operations.operations, schemas),
  'schemas/openapi.json': document,
  'schemas/openapi-clients.json': clientsOpenapi(document),
  'schemas/openapi-operator.json': openapi(schemas, operator, operatorProse, version),
  'docs/errors.md': withErrorCodes(readFileSync(`${root}docs/errors.md`, 'utf8'), operations.errors),
  'docs/dependencies.md': withDependencies(
    readFileSync(`${root}docs/dependencies.md`, 'utf8'),
    Object.keys({ ...(dependencies as object), ...(optionalDependencies as object) }).sort(),
    readObject(`${root}package-lock.json`) as LockFile,
  ),
  'docs/one-operator.md': withRoles(
    readFileSync(`${root}docs/one-operator.md`, 'utf8'),
    operator.operations,
    readObject(`${root}schemas/config.json`),
  ),
  'docs/architecture.md': withDiagram(readFileSync(`${root}docs/architecture.md`, 'utf8'), boundaries),
};

const isStale = ([path, text]: readonly [string, string]): boolean =>
  !existsSync(root + path) || readFileSync(root + path, 'utf8') !== text;

const stale = Object.entries(files).filter(isStale);
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is stale: run npm run generate`);
  const broken = changedReleasedSchemas(`${root}schemas`, schemas);
  const problems = [...broken, ...boundaryProblems(root, boundaries)];
  for (const sentence of problems) console.error(sentence);
  if (stale.length > 0 || problems.length > 0) process.exitCode = 1;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(root + path), { recursive: true });
    writeFileSync(root + path, text);
    console.log(`wrote ${path}`);
  }
}
