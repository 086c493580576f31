/** Proofs of balances over both APIs, from a service that signs checkpoints. */
import { expect } from 'chai';
import { findSigningKey } from '../../../../src/audit/checkpoints/checkpoint-writer.ts';
import { parseCheckpoint } from '../../../../src/audit/checkpoints/checkpoint-files.ts';
import { isSignedBy, parseNotes } from '../../../../src/audit/checkpoints/signed-note.ts';
import { leafHash, rootFrom } from '../../../../src/audit/state/merkle-tree.ts';
import type { BalanceProof } from '../../../../src/generated/api.ts';
import { bookStreamOf } from '../../../../src/ledger/ids.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newUser,
  newWallet,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';
import { createClient, createOperatorClient, type Answer } from '../../../support/client.ts';
import { withFile } from '../../../support/extra-keys.ts';
import { exportVerifier, pythonVerifier } from '../../../support/proof-verifiers.ts';
import { skip } from '../../../support/skip.ts';
import { startTestService, type RunningService } from '../../../support/service.ts';
import { temporaryFolder, type Folder } from '../../../support/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('The proof of a balance', () => {
  let folder: Folder;
  let checkpoints: Folder;
  let service: RunningService;
  let now = Date.now();
  const start = async (): Promise<void> => {
    service = await startTestService(
      { DATA_DIR: folder.path, CHECKPOINT_DIR: checkpoints.path, CHECKPOINT_EVERY_SECONDS: '1' },
      () => now,
    );
  };
  beforeEach(async () => {
    folder = await temporaryFolder();
    checkpoints = await temporaryFolder();
    await start();
  });
  afterEach(async () => {
    await service.close();
    await folder.remove();
    await checkpoints.remove();
  });

  type Wallet = Answer['body'];
  const pathOf = ({ user_id, id }: Wallet): string => `/v1/users/${user_id}/wallets/${id}/balance/proof`;
  const proofOf = (wallet: Wallet): Promise<Answer> => service.sandbox.get(pathOf(wallet));
  const stream = (): string => bookStreamOf(service.credentials.integrator_id, 'sandbox');

  /** Waits until a state that includes the newest event is signed. A state is due after a day. */
  async function signedProof(wallet: Wallet): Promise<BalanceProof> {
    now += DAY_MS;
    const since = new Date(now).toISOString();
    await newUser(service.sandbox);
    return waitFor('a signed state', async () => {
      const { status, body } = await proofOf(wallet);
      return status === 200 && timeOf(body) >= since ? (body as BalanceProof) : undefined;
    });
  }

  const timeOf = ({ checkpoint }: BalanceProof): string =>
    /\ntime (\S+)\n/.exec(checkpoint)?.[1] ?? 'no time';

  /** What a stranger does who has the public key. */
  function expectSigned({ checkpoint, leaves, balances, key_id }: BalanceProof): void {
    const key = findSigningKey({ masterKey: undefined, dataDir: folder.path })!.publicKey;
    expect(key.text).to.include(`+${key_id}+`);
    const [note] = parseNotes(checkpoint);
    expect(note && isSignedBy(note, key)).to.equal(true);
    const signed = parseCheckpoint(note?.text ?? '');
    expect(signed?.stream).to.equal(stream());
    for (const { line, index, path } of balances) {
      const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
      const root = rootFrom(leafHash(line), { index, leaves }, hashes);
      expect(root?.toString('hex'), line).to.equal(signed?.state?.state);
    }
  }

  const linesOf = ({ balances }: BalanceProof): string[] => balances.map(({ line }) => line);

  it('leads to the last signed root, in both APIs, and also after a restart', async () => {
    const [one, other] = [
      await fundedWallet(service.sandbox, { cashable: '500.00', earned: '20.00' }),
      await newWallet(service.sandbox),
    ];
    const proof = await signedProof(one);
    expectSigned(proof);
    expect(proof).to.include({ object: 'balance_proof', account: one.id, stream: stream() });
    expect(linesOf(proof)).to.deep.equal([`balance ${one.id} svc-points 520.00 500.00`]);
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const shown = await operator.get(`/operator/v1/wallets/${one.id}/balance/proof`);
    expect(expectBody(shown, 200)).to.deep.equal(proof);
    expectBody(await service.sandbox.post('/v1/transfers', transferBody(one.id, other.id, '30.00')), 201);
    const later = await signedProof(one);
    expectSigned(later);
    expect(linesOf(later)).to.deep.equal([`balance ${one.id} svc-points 490.00 490.00`]);
    await service.close();
    await start();
    expect(expectBody(await proofOf(one), 200)).to.deep.equal(later);
  });

  it('is verified without the service, by both programs for auditors', async function () {
    const verifiers = [exportVerifier(folder.path), pythonVerifier(folder.path)];
    const wallet = await fundedWallet(service.sandbox, { earned: '20.00' });
    const proof = await signedProof(wallet);
    const { publicKey } = findSigningKey({ masterKey: undefined, dataDir: folder.path })!;
    for (const verifier of verifiers) {
      const run = verifier ?? skip(this, 'needs Python 3 and OpenSSL');
      const { status, stdout, stderr } = run(JSON.stringify(proof), publicKey);
      expect(status, stderr).to.equal(0);
      expect(stdout).to.include(`balance ${wallet.id} svc-points 20.00 0.00`);
      const forged = JSON.stringify(proof).replace(' 20.00 ', ' 21.00 ');
      expect(run(forged, publicKey).status).to.equal(1);
    }
  });

  it('is 404 without a signed state, for a wallet in which nothing had moved, and for another wallet', async () => {
    const { sandbox, credentials } = service;
    const production = createClient(service.url, credentials.production_api_key);
    const one = await fundedWallet(sandbox, { earned: '20.00' });
    const { checkpoint } = await signedProof(one);
    const late = await newWallet(sandbox);
    const refused = expectError(await proofOf(late), 404, 'not_found');
    expect(refused.message)
      .to.include('Nothing had moved')
      .and.to.include(timeOf({ checkpoint } as BalanceProof));
    expectError(await proofOf({ ...one, id: unknownId('wal') }), 404, 'not_found');
    expectError(await proofOf({ ...one, user_id: late.user_id }), 404, 'not_found');
    expectError(await production.get(pathOf(one)), 404, 'not_found');
    expectError(await sandbox.get(`${pathOf(one)}?at=now`), 400, 'malformed_request');
    const operator = createOperatorClient(service.url, credentials.operator_token);
    const path = `/operator/v1/wallets/${unknownId('wal')}/balance/proof`;
    expectError(await operator.get(path), 404, 'not_found');
  });

  it('is 404 when the documents store has another state than the signed one', async () => {
    const one = await fundedWallet(service.sandbox, { earned: '20.00' });
    await signedProof(one);
    await service.close();
    await withFile(folder.path, async ({ documents }) => {
      const records = await documents.listRecords('snapshots', {
        after: `${stream()}#signed-state#`,
        limit: 100,
      });
      for (const { key, value } of records)
        if (key.startsWith(`${stream()}#signed-state#`))
          await documents.putRecord('snapshots', key, value.replace(' 20.00', ' 21.00'));
    });
    await start();
    const { message } = expectError(await proofOf(one), 404, 'not_found');
    expect(message).to.include('has not been signed yet');
  });
});

describe('A service without checkpoints', () => {
  it('has no proof of a balance', async () => {
    const service = await startTestService();
    const { user_id, id } = await fundedWallet(service.sandbox, { earned: '20.00' });
    const answer = await service.sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance/proof`);
    expect(expectError(answer, 404, 'not_found').message).to.include('has not been signed yet');
    await service.close();
  });
});
