/** A mail server on this machine that records what it accepts. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mail = { readonly to: readonly string[]; readonly text: string };

export type MailServer = {
  readonly port: number;
  readonly received: readonly Mail[];
  close(): Promise<void>;
};

/** Accepts mail of the user `ledger` with the password `opensesame`, without TLS. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'ledger' && password === 'opensesame') done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        // Long lines are folded.
        received.push({ to, text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '') });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    // The address of a TCP server has this type.
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
