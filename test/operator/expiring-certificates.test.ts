/** The expiry of certificates that the configuration names. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { certificateFilesOf } from '../../src/config/config.ts';
import { expiringCertificates } from '../../src/operator/resources/attention.ts';
import { expectBody } from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkjCCATegAwIBAgIUR+1+JfU5FPRIDslj4m4F4ZbBsTcwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTQXV0aG9yaXR5IG9mIGEgdGVzdDAeFw0yNjExMjUxOTIzMTFa
Fw00NjExMjAxOTIzMTFaMB4xHDAaBgNVBAMME0F1dGhvcml0eSBvZiBhIHRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASIZWPb1AF5QBDuLXFjeN5pKfQ05in1
SE+WyqCAUJJjWu92zAr6OMbzU4BqusRvuDDtsee/MO/M/DVcZI2AGOPeo1MwUTAd
BgNVHQ4EFgQUtkZSKoytBGgLJpEB+CnDCOs/QKYwHwYDVR0jBBgwFoAUtkZSKoyt
BGgLJpEB+CnDCOs/QKYwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBG
AiEA/mDVOr+9hMEij8qodEmCc3YN+S7qC/oM+CYKT6O3ScsCIQC9kF4jtmay01im
IYRRyN83UuXtKRkHslFaPQOcGN6W6Q==
-----END CERTIFICATE-----
`;
const EXPIRES_AT = '2046-11-20T19:23:11.000Z';
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('Certificates', () => {
  let folder: Folder;
  let file: string;
  before(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'ca.pem');
    await writeFile(file, CERTIFICATE);
  });
  after(() => folder.remove());

  it('are in the files that the connection strings and NODE_EXTRA_CA_CERTS name', () => {
    const eventStoreUrl = 'esdb://user:secret@a:2113,b:2113?tls=true&tlsCAFile=/certificates/es.pem';
    const mongoUrl = 'mongodb://a,b/ledger?tls=true&tlsCAFile=%2Fmongo.pem&tlsCertificateKeyFile=/me.pem';
    expect(certificateFilesOf({ eventStoreUrl, mongoUrl }, '/extra.pem')).to.deep.equal([
      '/certificates/es.pem',
      '/mongo.pem',
      '/me.pem',
      '/extra.pem',
    ]);
    expect(
      certificateFilesOf({ eventStoreUrl: 'esdb://a:2113', mongoUrl: undefined }, undefined),
    ).to.deep.equal([]);
  });

  it('expire from the given time on, and also if they have expired', async () => {
    const expiry = Date.parse(EXPIRES_AT);
    expect(await expiringCertificates([file], expiry - 1)).to.deep.equal([]);
    for (const until of [expiry, expiry + DAY_MS])
      expect(await expiringCertificates([file], until)).to.deep.equal([
        { file: 'ca.pem', expires_at: EXPIRES_AT },
      ]);
  });

  it('are skipped if a file is missing, empty, or contains something else', async () => {
    const broken = join(folder.path, 'broken.pem');
    await writeFile(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' + CERTIFICATE);
    const missing = join(folder.path, 'missing.pem');
    const found = await expiringCertificates([missing, broken, file], Infinity);
    expect(found.map((each) => each.file)).to.deep.equal(['broken.pem', 'ca.pem']);
  });

  it('are skipped if the file is the trust store of an operating system', async () => {
    const store = join(folder.path, 'trust-store.pem');
    await writeFile(store, CERTIFICATE.repeat(21));
    const small = join(folder.path, 'small.pem');
    await writeFile(small, CERTIFICATE.repeat(2));
    const found = await expiringCertificates([store, small], Infinity);
    expect(found.map((each) => each.file)).to.deep.equal(['small.pem', 'small.pem']);
  });

  it('that expire within 14 days need attention, by name and without their folder', async () => {
    const now = Date.parse(EXPIRES_AT) - 10 * DAY_MS;
    const service = await startTestService({ NODE_EXTRA_CA_CERTS: file }, () => now);
    try {
      const admin = createOperatorClient(service.url, service.credentials.operator_token);
      const { data } = expectBody(await admin.get('/operator/v1/attention'), 200);
      expect(data.find(({ kind }: { kind: string }) => kind === 'certificates_expiring')).to.include({
        count: 1,
        since: new Date(Date.parse(EXPIRES_AT) - 14 * DAY_MS).toISOString(),
        detail: `ca.pem: ${EXPIRES_AT.slice(0, 10)}`,
      });
    } finally {
      await service.close();
    }
  });
});
