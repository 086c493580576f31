/** The sample deployment: what the proxy lets through, and what a container could do if it were taken over. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Container = {
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
};
type Compose = {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};

describe('The sample deployment', () => {
  // The file is part of the project and has these members.
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  const containers = Object.entries(compose.services);
  const stores = containers.filter(([name]) => /^(eventstore|mongodb)-/.test(name));

  it('gives no container a writable image, capabilities, new privileges, or unlimited memory', () => {
    for (const [name, { read_only, cap_drop, security_opt, mem_limit }] of containers) {
      expect([read_only, cap_drop, security_opt], name).to.deep.equal([
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
      expect(mem_limit, name).to.match(/^\d+[mg]$/);
    }
  });

  it('keeps the stores on a network without a route to others, and publishes no port of theirs', () => {
    expect(stores).to.have.length(6);
    expect(compose.networks['stores']?.internal).to.equal(true);
    for (const [name, { networks, ports = [] }] of stores)
      expect([networks, ports], name).to.deep.equal([['stores'], []]);
    expect(compose.services['proxy']?.networks).to.deep.equal(['requests']);
  });

  it('requires credentials of both stores', () => {
    for (const [name, { environment = {}, entrypoint = [] }] of stores) {
      if (name.startsWith('eventstore')) {
        expect(environment, name).to.not.have.property('EVENTSTORE_INSECURE');
        expect(environment['EVENTSTORE_DEFAULT_ADMIN_PASSWORD'], name).to.match(
          /^\$\{EVENTSTORE_PASSWORD:\?/,
        );
      } else expect(entrypoint.join(' '), name).to.contain('--keyFile');
    }
    const { environment = {} } = compose.services['ledger-api-1'] ?? {};
    expect(environment['EVENTSTORE_URL']).to.contain('${EVENTSTORE_PASSWORD:?').and.contain('tls=true');
    expect(environment['MONGODB_URL']).to.contain('${MONGODB_PASSWORD:?');
  });
});

describe('The sample proxy', () => {
  const text = read('ops/proxy/nginx.conf').replace(/#.*$/gm, '');
  const [, publicServer = '', privateServer = ''] = text.split(/^ {2}server \{/m);

  it('trusts no list of addresses, because it may not see the address of the client', () => {
    expect(text).to.not.match(/\b(allow|deny)\s/);
  });

  it('offers the operator API, the console, and callbacks on a port of their own only', () => {
    for (const path of ['/operator/', '/console', '/rails/']) {
      expect(publicServer, path).to.not.contain(`location ${path} `);
      expect(privateServer, path).to.contain(`location ${path} `);
    }
  });

  it('limits requests and connections for each client address', () => {
    expect(text)
      .to.match(/limit_req_zone \$binary_remote_addr /)
      .and.match(/limit_conn_zone \$binary_remote_addr /);
    for (const path of ['/v1/', '/onboarding/', '/pay/'])
      expect(publicServer, path).to.match(new RegExp(`location ${path} \\{\\s+limit_req zone=`));
  });
});
