/** A certificate authority for tests, created with the local openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Certificate = { readonly key: string; readonly cert: string };

export type Authority = {
  /** Its own certificate as PEM, and the file that contains it. */
  readonly ca: string;
  readonly caFile: string;
  /** Issues a certificate for `localhost` and 127.0.0.1, or for the given name only. */
  issue(name?: string): Certificate;
};

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Writes its files to the folder. */
export function createAuthority(folder: string): Authority {
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'ignore'] });
  };
  const [caKey, caFile] = [file('ca.key'), file('ca.pem')];
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-keyout',
    caKey,
    '-out',
    caFile,
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
  );
  let issued = 0;
  return {
    ca: readFileSync(caFile, 'utf8'),
    caFile,
    issue(name) {
      issued += 1;
      const key = file(`${issued}.key`);
      const request = file(`${issued}.csr`);
      const cert = file(`${issued}.pem`);
      const extensions = file(`${issued}.ext`);
      const names = name === undefined ? 'DNS:localhost,IP:127.0.0.1' : `DNS:${name}`;
      writeFileSync(extensions, `subjectAltName=${names}\n`);
      openssl('req', ...KEY, '-keyout', key, '-out', request, '-subj', `/CN=${name ?? 'localhost'}`);
      const by = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial'];
      openssl('x509', '-req', '-in', request, ...by, '-out', cert, '-days', '2', '-extfile', extensions);
      return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    },
  };
}
