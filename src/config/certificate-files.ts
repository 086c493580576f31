/** The files with certificates that the configuration names, of authorities and of this client. */
type Urls = { readonly eventStoreUrl: string | undefined; readonly mongoUrl: string | undefined };

/** Options of the connection strings that name a file with certificates, in small letters. */
const OPTIONS: ReadonlySet<string> = new Set(['tlscafile', 'usercertfile', 'tlscertificatekeyfile']);

/** `extra` is NODE_EXTRA_CA_CERTS, which Node.js reads itself. */
export function certificateFilesOf(urls: Urls, extra: string | undefined): readonly string[] {
  const named = [urls.eventStoreUrl, urls.mongoUrl].flatMap((url) =>
    // Not a URL of the standard, which allows one host only.
    [...new URLSearchParams(url?.split('?')[1])]
      .filter(([name]) => OPTIONS.has(name.toLowerCase()))
      .map(([, file]) => file),
  );
  return [...new Set([...named, ...(extra === undefined ? [] : [extra])])];
}
