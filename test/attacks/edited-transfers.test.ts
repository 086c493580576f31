/** Somebody edits the documents of transfers that books no longer have. Events decide about money and people. */
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { expectBody, expectError, newWallet, onrampBody } from '../support/api-steps.ts';
import type { Answer } from '../support/client.ts';
import { editDocument, hasDocument } from '../support/edit-document.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';
import { waitFor } from '../support/wait-for.ts';

type Body = Answer['body'];

describe('Somebody who edits the document of a transfer', () => {
  let service: ServiceWithOperators;
  before(async () => (service = await startServiceWithOperators({ features: { transfer_cancel: true } })));
  after(() => service.close());

  async function edit({ id }: Body, change: (transfer: Body) => object): Promise<void> {
    const answer = await service.sandbox.get(`/v1/transfers/${id}`);
    const transfer = expectBody(answer, 200);
    await waitFor(
      'the document is written',
      () => hasDocument(service.dataDir, COLLECTIONS.transfers, id, answer.text) || undefined,
    );
    const scope = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    editDocument(service.dataDir, COLLECTIONS.transfers, {
      scope,
      body: { ...transfer, ...change(transfer) },
    });
  }
  const onramp = async (): Promise<Body> => {
    const wallet = await newWallet(service.sandbox);
    return expectBody(await service.sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
  };
  const pay = ({ id }: Body): Promise<Answer> =>
    service.sandbox.post('/v1/sandbox/deposits', { transfer_id: id, amount: '5.00' });

  it('cannot have a payment recorded for an on-ramp that was paid before', async () => {
    const paid = await onramp();
    expect(expectBody(await pay(paid), 200).state).to.equal('completed');
    await edit(paid, () => ({ state: 'canceled' }));
    expectError(await pay(paid), 409, 'transfer_state_conflict');
  });

  it('changes nothing about what a late payment for a canceled on-ramp is returned for', async () => {
    const [canceled, other] = [await onramp(), await newWallet(service.sandbox)];
    expectBody(await service.sandbox.post(`/v1/transfers/${canceled.id}/cancel`), 200);
    await edit(canceled, ({ destination }) => ({
      amount: '900000.00',
      destination: { ...destination, wallet_id: other.id },
    }));
    const answer = expectBody(await pay(canceled), 200);
    expect(answer).to.deep.include({ state: 'canceled', amount: '5.00', destination: canceled.destination });
  });

  it('cannot have a note about a transfer sealed for somebody else', async () => {
    const [sent, other] = [await onramp(), await newWallet(service.sandbox)];
    expectBody(await pay(sent), 200);
    await edit(sent, ({ destination }) => ({ destination: { ...destination, wallet_id: other.id } }));
    const notes = `/operator/v1/transfers/${sent.id}/notes`;
    const note = expectBody(await service.admin.post(notes, { text: 'A check.' }), 201);
    expect(note.user_ids).to.have.length(1);
    expect(note.user_ids).to.not.include(other.user_id);
  });
});
