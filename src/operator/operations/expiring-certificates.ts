/** Certificates in files of the configuration that will soon be refused. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

export type ExpiringCertificate = {
  /** The name of the file, without its folder. */
  readonly file: string;
  /** ISO 8601. */
  readonly expires_at: string;
};

/** A longer file is the trust store of an operating system, in which expired authorities are ordinary. */
const CERTIFICATES_MAX = 20;

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates that expire before `until`, in milliseconds since 1970, or have expired; the first to expire comes first.
 * Files that cannot be read are left out: connections that need them report it. So are trust stores of operating systems.
 */
export async function expiringCertificates(
  files: readonly string[],
  until: number,
): Promise<readonly ExpiringCertificate[]> {
  const found = await Promise.all(
    files.map(async (path) => {
      const text = await readFile(path, 'utf8').catch(() => '');
      const certificates = [...text.matchAll(PEM)];
      if (certificates.length > CERTIFICATES_MAX) return [];
      return certificates.flatMap(([pem]) => {
        const expiresAt = expiryOf(pem);
        return expiresAt <= until
          ? [{ file: basename(path), expires_at: new Date(expiresAt).toISOString() }]
          : [];
      });
    }),
  );
  return found.flat().sort((a, b) => (a.expires_at < b.expires_at ? -1 : 1));
}

/** NaN for what is not a certificate. */
function expiryOf(pem: string): number {
  try {
    return Date.parse(new X509Certificate(pem).validTo);
  } catch {
    return NaN;
  }
}
