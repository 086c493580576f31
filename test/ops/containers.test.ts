/** The container files are complete and consistent with each other and the configuration. No container runs here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { ConfigError } from '../../src/config/config-file.ts';
import { readConfig } from '../../src/config/config.ts';
import { isInstalled } from '../support/installed-programs.ts';
import { skip } from '../support/skip.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const KEY = Buffer.alloc(32, 7).toString('base64');
const SECRETS = { MASTER_KEY: KEY, EVENTSTORE_PASSWORD: 'secret-1', MONGODB_PASSWORD: 'secret-2' };

/** Substitutes `${NAME:-default}` and `${NAME:?message}` like compose. */
const filled = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = env[name] ?? '';
    if (value === '' && kind === '?') throw new Error(rest);
    return value === '' ? rest : value;
  });

describe('The compose file', () => {
  // The file is part of the project and has these types.
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { build }]) => build !== undefined);

  it('has a single-process profile and a cluster profile', () => {
    const of = (profile: string): string[] =>
      services.filter(([, { profiles = [] }]) => profiles.includes(profile)).map(([name]) => name);
    expect(of('single')).to.deep.equal(['ledger']);
    expect(of('cluster').filter((name) => name.startsWith('eventstore'))).to.have.length(3);
    expect(of('cluster').filter((name) => name.startsWith('mongodb'))).to.have.length(3);
    expect(of('cluster').filter((name) => name.startsWith('ledger'))).to.have.length(4);
    expect(of('single').length + of('cluster').length).to.equal(services.length);
  });

  it('passes valid configuration to the service', () => {
    for (const [name, { environment = {} }] of ours) {
      const env = Object.fromEntries(
        Object.entries(environment).map(([key, text]) => [key, filled(text, SECRETS)]),
      );
      const source = read('src/config/config.ts') + read('src/config/master-keys.ts');
      for (const key of Object.keys(env)) expect(source, `${name}: ${key}`).to.contain(`'${key}'`);
      const config = readConfig(env);
      expect([config.host, config.port]).to.deep.equal(['0.0.0.0', 3000]);
      expect(config.masterKey?.length).to.equal(32);
      expect(config.eventStoreUrl === undefined).to.equal(name === 'ledger');
      expect(config.mongoUrl === undefined).to.equal(name === 'ledger');
    }
  });

  it('gives each process a folder for checkpoints, and one for a configuration file', () => {
    for (const [name, { environment = {}, volumes = [] }] of ours) {
      const mounted = volumes.map((each) => each.split(':')[1]);
      expect(mounted, name).to.include.members(['/checkpoints', '/config']);
      expect(environment['CHECKPOINT_DIR'], name).to.equal('/checkpoints');
      expect(environment, name).to.have.property('CONFIG_FILE');
    }
  });

  it('runs each role twice in the cluster', () => {
    const roles = ours
      .filter(([name]) => name !== 'ledger')
      .flatMap(([, { environment = {} }]) => readConfig({ ROLES: environment['ROLES'] ?? '' }).roles);
    for (const role of ['api', 'projector', 'worker'] as const)
      expect(roles.filter((each) => each === role)).to.have.length(2);
  });

  it('requires a master key and contains no secret', () => {
    const [, { environment = {} }] = ours[0] ?? ['', {}];
    expect(() => filled(environment['MASTER_KEY'] ?? '', {})).to.throw(/set MASTER_KEY/);
    expect(() => readConfig({ MASTER_KEY: 'short' })).to.throw(ConfigError);
    expect(read('docker-compose.yml')).to.not.match(/[A-Za-z0-9+/]{43}=|password: [^'$]/);
  });

  it('pins image versions and has health checks for dependencies', () => {
    for (const [name, { image = '', build, healthcheck, depends_on = {} }] of services) {
      if (build === undefined)
        expect(image, name).to.match(/^[a-z/]+:\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/);
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(compose.services, name).to.have.property(other);
        const target = compose.services[other];
        // The image of the service has its own health check.
        const isChecked = target?.healthcheck !== undefined || target?.build !== undefined;
        expect([condition, isChecked], `${name} waits for ${other}`).to.deep.equal(['service_healthy', true]);
      }
      if (build === undefined) expect(healthcheck?.test[0], name).to.equal('CMD');
    }
    expect(read('Dockerfile')).to.contain('HEALTHCHECK');
  });

  it('declares its volumes and mounts existing files', () => {
    const used = new Set<string>();
    for (const [name, { volumes = [] }] of services)
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        // ops/secrets.sh creates them.
        if (from.startsWith('./certificates')) continue;
        if (from.startsWith('.')) expect(existsSync(new URL(from, ROOT)), `${name}: ${from}`).to.equal(true);
        else used.add(from);
      }
    expect([...used]).to.have.members(Object.keys(compose.volumes));
  });

  it('has the processes that the Prometheus configuration reads', () => {
    const prometheus = parse(read('ops/prometheus/prometheus.yml')) as {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly authorization: object;
        readonly static_configs: readonly { readonly targets: readonly string[] }[];
      }[];
    };
    for (const file of prometheus.rule_files)
      expect(existsSync(new URL(`ops/prometheus/${file}`, ROOT)), file).to.equal(true);
    const [job] = prometheus.scrape_configs;
    expect(job?.authorization).to.have.all.keys('credentials_file');
    expect(read('ops/prometheus/alerts.yml')).to.contain(`job="${job?.job_name}"`);
    const cluster = ours.filter(([name]) => name !== 'ledger');
    expect(job?.static_configs[0]?.targets).to.deep.equal(cluster.map(([name]) => `${name}:3000`));
    for (const [name, { environment = {} }] of ours)
      expect(environment, name).to.have.property('MONITORING_TOKEN');
  });

  it('is accepted by compose', function () {
    if (!isInstalled('docker', 'compose', 'version')) skip(this, 'needs docker compose');
    const secrets = { ...SECRETS, MONGODB_ROOT_PASSWORD: 'secret-3', MONGODB_MEMBER_KEY: 'secret-4' };
    const args = ['compose', '--profile', '*', 'config', '--quiet'];
    const env = { ...process.env, ...secrets };
    const { status, stderr } = spawnSync('docker', args, { cwd: ROOT, env, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
  });

  it('publishes ports on loopback only', () => {
    for (const [, { ports = [] }] of services)
      for (const port of ports) expect(port).to.match(/^127\.0\.0\.1:/);
  });
});

describe('The proxy', () => {
  const text = read('ops/proxy/nginx.conf');

  it('routes requests to the right processes only', () => {
    const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
    const servers = [...text.matchAll(/^\s+server (\S+):3000/gm)].map(([, name = '']) => name);
    expect(servers).to.deep.equal(['ledger-api-1', 'ledger-api-2']);
    for (const name of servers) expect(compose.services[name]?.environment?.['ROLES']).to.equal('api');
    const places = [...text.matchAll(/location (?:= )?(\/\S*) \{/g)].map(([, path]) => path);
    expect(places).to.include.members([
      '/v1/',
      '/docs',
      '/onboarding/',
      '/pay/',
      '/operator/',
      '/rails/',
      '/',
    ]);
    expect(text).to.not.match(/location (?:= )?\/metrics/);
    expect(text).to.match(/location \/ \{ ?return 404; ?\}/);
  });

  it('has balanced braces and keeps tokens in paths out of its log', () => {
    const bare = text.replace(/#.*$/gm, '');
    expect(bare.split('{').length).to.equal(bare.split('}').length);
    const [, format = ''] = /log_format areas '([^']*)'/.exec(text) ?? [];
    expect(format).to.not.match(/\$request(_uri)?\b(?!_)|\$uri|\$args/);
    for (const line of bare.split('\n')) expect(line.trim()).to.match(/^$|[;{}]$/);
  });
});

describe('The Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM'));

  it('builds in a separate stage without development dependencies', () => {
    expect(stages).to.have.length(2);
    expect(lines).to.include('RUN npm run build');
    expect(lines.some((line) => line.includes('npm prune --omit=dev'))).to.equal(true);
    for (const stage of stages) expect(stage).to.match(/^FROM node:\d+/);
  });

  it('runs as an unprivileged user with Node.js as the first process', () => {
    const last = lines.lastIndexOf(stages.at(-1) ?? '');
    const final = lines.slice(last);
    expect(final).to.include('USER node');
    expect(final.indexOf('USER node')).to.be.below(final.findIndex((line) => line.startsWith('CMD ["node"')));
    expect(final.filter((line) => line.startsWith('USER')).at(-1)).to.equal('USER node');
  });

  it('contains every file that the service reads', () => {
    const ignored = read('.dockerignore').split('\n');
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    for (const path of copied) {
      expect(existsSync(new URL(path, ROOT)), path).to.equal(true);
      expect(ignored, path).to.not.include(path);
    }
    expect(copied).to.include.members(['schemas', 'projections', 'src', 'docs']);
    expect(ignored).to.include.members(['.git', '.env', 'node_modules', 'data']);
  });
});
