import { expect } from 'chai';
import { expectBody } from '../../support/api-steps.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { CAMT053 } from '../../support/statements.ts';
import {
  createConsoleClient,
  errorSummaryOf,
  fieldErrorsOf,
  flashOf,
  visibleText,
} from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';

const LIST = '/console/reconciliation/production';
const IMPORT = `${LIST}/import`;
const XML = { rail: 'bank_eft', format: 'camt053', encoding: 'utf-8' };
const CSV = {
  ...{ rail: 'bank_eft', format: 'csv', currency: 'USD', booked_on: 'Date', bank_reference: 'Ref' },
  ...{ amount: 'Amount', balance: 'Balance', separators: ';,', date_format: 'DD.MM.YYYY' },
};

describe('The pages of bank statements', () => {
  let service: ServiceWithOperators;
  let ana: ConsoleClient;
  before(async () => {
    service = await startServiceWithOperators();
    ana = await signedIn('treasury');
  });
  after(() => service.close());

  async function signedIn(role: string): Promise<ConsoleClient> {
    const issued = await service.admin.post('/operator/v1/tokens', { name: role, role });
    const client = createConsoleClient(service.url);
    await client.signIn(expectBody(issued, 201).secret);
    return client;
  }
  const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'statement');

  it('import files of each format and list them with their gaps', async () => {
    const xml = await ana.upload(IMPORT, XML, fileOf(CAMT053));
    expect(xml.status, errorSummaryOf(xml)).to.equal(303);
    expect(flashOf(await ana.get(xml.location ?? ''))).to.equal('The statement was imported.');
    const rows = 'Date;Ref;Amount;Balance\r\n03.03.2026;S\u00e3o-1;5,00;140,00';
    const latin = new Uint8Array(Buffer.from(rows.replace('\u00e3', 'a'), 'latin1'));
    const csv = await ana.upload(IMPORT, { ...CSV, encoding: 'windows-1252' }, fileOf(latin));
    expect(csv.status, errorSummaryOf(csv)).to.equal(303);
    expect(flashOf(await ana.get(csv.location ?? ''))).to.contain('are missing');
    const text = visibleText(await ana.get(LIST));
    expect(text).to.match(/lines missing\s+5.00/);
    expect(text).to.contain('after 2026-03-02');
  });

  it('show what an import would record, and void one', async () => {
    const latin = CAMT053.replace('UTF-8', 'ISO-8859-1').replaceAll('B-', 'V-').replace('food', 'p\u00e3o');
    const file = fileOf(new Uint8Array(Buffer.from(latin, 'latin1')));
    const fields = { ...XML, encoding: '' };
    const preview = visibleText(await ana.upload(`${LIST}/preview`, fields, file));
    expect(preview).to.match(/100\.00 USD to\s+130\.00 USD\s*, 2 lines/);
    expect(preview).to.contain('p\u00e3o SVC-77');
    const before = visibleText(await ana.get(LIST));
    expect((await ana.upload(IMPORT, fields, file)).status).to.equal(303);
    const { data } = expectBody(
      await service.admin.get('/operator/v1/reconciliation/production/statements'),
      200,
    );
    const form = `${LIST}/statements/${data[0].id}/void`;
    expect(flashOf(await ana.performAction(form, { reason: 'The wrong rail', confirm: 'yes' }))).to.equal(
      'The statement is void.',
    );
    const after = visibleText(await ana.get(LIST));
    expect(before).not.to.contain('voided');
    expect(after).to.match(/voided\s+The wrong rail/);
    const broken = await ana.upload(`${LIST}/preview`, fields, fileOf('<a/>'));
    expect(fieldErrorsOf(broken)['file']).to.contain('not a camt.053');
  });

  it('explain what is wrong with a file, next to its field', async () => {
    const broken = await ana.upload(IMPORT, XML, fileOf('<a>'));
    expect(broken.status).to.equal(422);
    expect(fieldErrorsOf(broken)['file']).to.contain('not valid XML');
    const binary = await ana.upload(IMPORT, XML, fileOf(new Uint8Array([0xff, 0xfe, 0x80])));
    expect(fieldErrorsOf(binary)['file']).to.contain('not text in the encoding utf-8');
    const json = await ana.upload(IMPORT, { ...XML, format: 'json' }, fileOf('[1'));
    expect(fieldErrorsOf(json)['file']).to.contain('JSON object');
    const none = await ana.upload(IMPORT, XML, new File([], ''));
    expect(fieldErrorsOf(none)['file']).to.contain('Enter a value');
    const large = await ana.upload(
      IMPORT,
      XML,
      fileOf(CAMT053.replace('<Document', `${' '.repeat(11 * 1024 * 1024)}<Document`)),
    );
    expect(large.status, errorSummaryOf(large)).to.equal(303);
    const huge = await ana.upload(IMPORT, XML, fileOf(' '.repeat(13 * 1024 * 1024)));
    expect(huge.status).to.equal(413);
    expect((await ana.post(IMPORT, XML)).status).to.equal(400);
  });

  it('do not offer the import to viewers', async () => {
    const viewer = await signedIn('viewer');
    expect((await viewer.get(LIST)).text).not.to.contain(IMPORT);
    expect((await viewer.get(IMPORT)).status).to.equal(403);
  });
});
