/** Every command of the reference, taken from its page and run in a shell against a real service. */
import { expect } from 'chai';
import { documentedOperations } from '../../support/client.ts';
import { expectBody } from '../../support/api-steps.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hasShell } from '../../support/installed-programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Folder } from '../../support/temporary-folder.ts';
import { OPERATOR_WORLD_SETTINGS, createOperatorWorld } from '../../support/operator-world.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { expectMatchesSchema } from '../../support/openapi-document.ts';
import type { DocumentFile } from '../../support/openapi-document.ts';
import { makeObjects, objectsFor, objectsOfOperators } from '../example-objects.ts';
import type { Variables } from '../example-objects.ts';
import { CURL_TIMED_OUT, referenceRequests, runScript, withStatus, withStatusAndLimit } from '../shell.ts';
import { skip } from '../../support/skip.ts';

/**
 * What these are about comes to be outside of both APIs: a person has filled in a form, a rail has been taken away,
 * a bank has booked several movements in one line, a checkpoint has signed the state of the book.
 */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'getUserIdentity',
  'settlePayout',
  'groupItems',
  'getWalletBalanceProof',
  'getOperatorWalletBalanceProof',
]);

/** Their responses have no end. */
const STREAMS: ReadonlySet<string> = new Set(['streamEvents']);

/** The answer of operations that are not available in this version. */
const NOT_YET = 501;

describe('The commands in the reference', () => {
  let service: ServiceWithOperators;
  let folder: Folder;
  let found: Readonly<Record<'api' | 'operator', ReadonlyMap<string, string>>>;

  before(async () => {
    service = await startServiceWithOperators({
      ...OPERATOR_WORLD_SETTINGS,
      features: { transfer_cancel: true },
      reviews: { amount_at_least: { offramp: '900000.00' } },
    });
    folder = await temporaryFolder();
    found = {
      api: await referenceRequests(service.url, 'api', 'curl'),
      operator: await referenceRequests(service.url, 'operator', 'curl'),
    };
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const idsOf = (file: DocumentFile): string[] => documentedOperations(file).map(({ id }) => id);
  const environment = (variables: Variables): Record<string, string> => ({
    ...variables,
    BASE_URL: service.url,
    API_KEY: service.sandbox.apiKey,
    OPERATOR_TOKEN: service.admin.apiKey,
    ...withStatus(folder.path),
  });

  /** Runs a command: it has to succeed, with the answer that the document gives the operation. */
  async function succeed(file: DocumentFile, id: string, command: string, variables: Variables) {
    const isStream = STREAMS.has(id);
    const limit = isStream ? withStatusAndLimit(folder.path) : {};
    const { code, output, errors } = await runScript(command, { ...environment(variables), ...limit });
    expect(code, `${command}\n${output}\n${errors}`).to.equal(isStream ? CURL_TIMED_OUT : 0);
    const at = output.lastIndexOf('\n');
    const status = Number(output.slice(at + 1));
    const isDone = (status >= 200 && status < 300) || status === NOT_YET;
    expect(isDone, `${command}\n${output}`).to.equal(true);
    const body = output.slice(0, at);
    expectMatchesSchema(id, status, isStream ? body : JSON.parse(body), undefined, file);
  }

  it('exist for every operation of both APIs', () => {
    expect([...found.api.keys()]).to.have.members(idsOf('openapi.json'));
    expect([...found.operator.keys()]).to.have.members(idsOf('openapi-operator.json'));
  });

  it('succeed for every operation of the API', async function () {
    if (!hasShell()) skip(this, 'needs bash and curl');
    const objects = await makeObjects(service);
    for (const id of idsOf('openapi.json')) {
      if (ELSEWHERE.has(id)) continue;
      const variables = { ...objects, ...(await objectsFor(id, service, objects)) };
      await succeed('openapi.json', id, found.api.get(id) ?? '', variables);
    }
  });

  it('succeed for every operator operation whose objects exist', async function () {
    if (!hasShell()) skip(this, 'needs bash and curl');
    const { integrator_id } = service.credentials;
    let count = 0;
    // A statement can be previewed until it is imported.
    const isPreview = ({ id }: { readonly id: string }): boolean => id === 'previewStatement';
    const all = documentedOperations('openapi-operator.json');
    for (const { id, method } of [...all.filter(isPreview), ...all.filter((each) => !isPreview(each))]) {
      if (ELSEWHERE.has(id)) continue;
      const command = found.operator.get(id) ?? '';
      const world = await worldFor(method);
      const variables = {
        ...world,
        INTEGRATOR_ID: integrator_id,
        ...(await objectsOfOperators(id, service)),
      };
      const wanted = [...command.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name);
      if (!wanted.every((name) => name in environment(variables))) continue;
      if (id === 'verifyProjection') await waitFor('it is built', isRebuilt);
      await succeed('openapi-operator.json', id, command, variables);
      count += 1;
    }
    expect(count).to.be.at.least(28);
  });

  /** Whether what the command of a rebuild has begun is read; before that there is nothing to compare. */
  const isRebuilt = async (): Promise<true | undefined> => {
    const projections: { generation: number; building: unknown }[] = expectBody(
      await service.admin.get('/operator/v1/projections'),
      200,
    ).data;
    return projections.some(({ generation, building }) => generation > 1 && building === null)
      ? true
      : undefined;
  };

  let shared: Variables | undefined;
  /** What is read can be shared; what a decision uses up can't. */
  async function worldFor(method: string): Promise<Variables> {
    if (method === 'GET' && shared !== undefined) return shared;
    // An example takes the rail out of use.
    await service.admin.post('/operator/v1/rails/sandbox/bank_eft/availability', { available: true });
    const world = await createOperatorWorld(service);
    const upper = Object.fromEntries(Object.entries(world).map(([name, id]) => [name.toUpperCase(), id]));
    shared ??= upper;
    return upper;
  }
});
