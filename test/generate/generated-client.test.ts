/** Programs that use types generated from the OpenAPI document by another tool, as integrators do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DOCUMENT = new URL('../../schemas/openapi.json', import.meta.url);

/** The beginning of each program. */
const TYPES = `
import type { components } from './openapi.js';
type Schemas = components['schemas'];
type TransferCreate = Schemas['TransferCreate'];
const wallet_id = 'wal_01kakz3v000000000000000003';
`;

/** A body for every kind of transfer. */
const TRANSFERS = `
export const transfers: readonly TransferCreate[] = [
  { source: { type: 'wallet', wallet_id }, destination: { type: 'wallet', wallet_id }, amount: '1.00' },
  { source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' }, destination: { type: 'wallet', wallet_id }, amount: '1.00' },
  { source: { type: 'wallet', wallet_id }, destination: { type: 'payout_account', payout_account_id: 'pa_1' }, amount: '1.00' },
  { source: { type: 'wallet', wallet_id }, destination: { type: 'wallet', wallet_id }, amount: '1.00', quote_id: 'qt_1' },
  { source: { type: 'wallet', wallet_id }, destination: { type: 'wallet', wallet_id }, amount: '1.00', dry_run: true },
];
`;

/** A function that handles the given event types, and compiles only if there are no others. */
const eventSwitch = (cases: Readonly<Record<string, string>>): string => `
export function handle(event: Schemas['PublicEvent']): string {
  switch (event.type) {
${Object.entries(cases)
  .map(([type, member]) => `    case '${type}': return event.data.${member};`)
  .join('\n')}
    default: return event satisfies never;
  }
}
`;

/** A member that only the object of this event type has. */
const MEMBERS = {
  'user.created': 'kyc_status',
  'user.kyc_status_changed': 'kyc_status',
  'user.terms_status_changed': 'terms_status',
  'user.deactivated': 'external_reference',
  'transfer.created': 'state',
  'transfer.state_changed': 'state',
  'deposit.received': 'kind',
  'deposit.returned': 'kind',
  'payout.returned': 'amount',
  'payout.returned_late': 'points',
  'deposit.reversed': 'receivable',
  'wallet.created': 'asset',
  'wallet.frozen': 'status',
  'wallet.unfrozen': 'status',
  'reward.granted': 'bucket',
  'receivable.repaid': 'balance_after',
  'deposit_account.deactivated': 'source.rail',
  'webhook_endpoint.test': 'url',
  'webhook_endpoint.disabled': 'url',
};

const { 'payout.returned': _, ...INCOMPLETE } = MEMBERS;
const PROGRAMS = {
  transfers: TRANSFERS,
  unknownSource: TRANSFERS.replace("type: 'fiat'", "type: 'cash'"),
  events: eventSwitch(MEMBERS),
  missingEvent: eventSwitch(INCOMPLETE),
};

/** As strict as possible. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

/** The errors of each program, compiled with types generated into the folder. */
async function compilePrograms(folder: string): Promise<Record<keyof typeof PROGRAMS, string[]>> {
  writeFileSync(join(folder, 'openapi.d.ts'), astToString(await openapiTS(readFileSync(DOCUMENT, 'utf8'))));
  for (const [name, text] of Object.entries(PROGRAMS))
    writeFileSync(join(folder, `${name}.ts`), TYPES + text);
  const file = (name: string): string => join(folder, `${name}.ts`);
  const found = ts.getPreEmitDiagnostics(ts.createProgram(Object.keys(PROGRAMS).map(file), OPTIONS));
  const messages = (name: string): string[] =>
    found
      .filter((each) => each.file === undefined || resolve(each.file.fileName) === resolve(file(name)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  return {
    transfers: messages('transfers'),
    unknownSource: messages('unknownSource'),
    events: messages('events'),
    missingEvent: messages('missingEvent'),
  };
}

describe('A client generated from the OpenAPI document', () => {
  let errors: Awaited<ReturnType<typeof compilePrograms>>;
  before(async () => {
    const folder = await temporaryFolder();
    errors = await compilePrograms(folder.path);
    await folder.remove();
  });

  it('creates every kind of transfer', () => {
    expect(errors.transfers).to.deep.equal([]);
  });

  it('cannot create a transfer from an unknown kind of source', () => {
    expect(errors.unknownSource.join()).to.include('"cash"');
  });

  it('narrows every event to its object by the type', () => {
    expect(errors.events).to.deep.equal([]);
  });

  it('notices an event type that a program does not handle', () => {
    expect(errors.missingEvent.join()).to.include('never').and.include('payout.returned');
  });
});
