/** The manifests for Kubernetes are complete and match each other, the image, and the configuration. No cluster runs here. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { StatefulSet, Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, readConfigFile } from '../../src/config/config.ts';
import { isInstalled } from '../support/installed-programs.ts';
import { skip } from '../support/skip.ts';

const FOLDER = new URL('../../ops/kubernetes/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');

type Labels = Readonly<Record<string, string>>;
type Variable = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
};
type Probe = { readonly httpGet?: { readonly path: string; readonly port: string } };
type Container = {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
};
type Pod = {
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly [source: string]: unknown }[];
};
type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly selector: Labels & { readonly matchLabels: Labels };
    readonly ports?: readonly { readonly port: number; readonly targetPort?: string }[];
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly podSelector: { readonly matchLabels: Labels };
    readonly ingress?: readonly { readonly ports: readonly { readonly port: number }[] }[];
  };
};

// The files are part of the project and have this type.
const documentsIn = (path: string): Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
const filesOf = (folder: string): readonly string[] =>
  (parse(read(`${folder}/kustomization.yaml`)) as { readonly resources: readonly string[] }).resources;

const BASE = filesOf('base').flatMap((file) => documentsIn(`base/${file}`));
const JOBS = filesOf('upgrade').flatMap((file) => documentsIn(`upgrade/${file}`));
const ALL = [...BASE, ...JOBS];
const WORKLOADS = ALL.filter(({ kind }) => ['StatefulSet', 'Deployment', 'Job'].includes(kind));
const OURS = WORKLOADS.filter(({ spec }) => spec.template.spec.containers[0]?.image === 'svc-ledger');
const find = (kind: string, name: string): Manifest | undefined =>
  ALL.find((each) => each.kind === kind && each.metadata.name === name);

const MODELS = new Map<string, { readonly prototype: { validate(): void } }>(
  Object.entries({ StatefulSet, Deployment, Job, NetworkPolicy, PodDisruptionBudget, Service }),
);

/** Members that the schema of the API does not read; it does not reject them itself. */
function unknownMembers(document: Manifest): string[] {
  const seen = new Set<string>();
  const watch = (value: object, path: string): object =>
    new Proxy(value, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof name !== 'string' || !Object.hasOwn(target, name)) return found;
        seen.add(`${path}/${name}`);
        return typeof found === 'object' && found !== null && !Array.isArray(found)
          ? watch(found, `${path}/${name}`)
          : Array.isArray(found)
            ? found.map((each: unknown, at) =>
                typeof each === 'object' && each !== null ? watch(each, `${path}/${name}/${at}`) : each,
              )
            : found;
      },
    });
  const model = MODELS.get(document.kind);
  if (model === undefined) throw new Error(`no model of ${document.kind}`);
  // It is a method of the package's own classes, but reads only the members of a document.
  model.prototype.validate.call(watch(document, '') as { validate(): void });
  const paths = (value: unknown, path: string): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, member]) => [
          ...(Array.isArray(value) ? [] : [`${path}/${name}`]),
          ...paths(member, `${path}/${name}`),
        ]);
  return paths(document, '').filter((path) => !seen.has(path));
}

/** Members of an object that contains at least these. */
const expectWithin = (found: object, wanted: object, name: string): void => {
  expect(found, name).to.deep.include(wanted);
};

describe('The manifests for Kubernetes', () => {
  it('are valid, and have no member that the API does not know', () => {
    expect(ALL.length).to.be.at.least(14);
    for (const document of ALL) expect(unknownMembers(document), document.metadata.name).to.deep.equal([]);
    const [job] = JOBS;
    if (job === undefined) throw new Error('no job');
    const misspelt = { ...job, spec: { ...job.spec, backofLimit: 1 } };
    expect(unknownMembers(misspelt)).to.deep.equal(['/spec/backofLimit']);
    expect(() => unknownMembers({ ...job, metadata: { name: 1 as unknown as string } })).to.throw(/string/);
  });

  it('pass valid configuration to the service, with every secret by reference', () => {
    const shared = Object.fromEntries(
      read('base/ledger.env')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    ) as Record<string, string>;
    const secrets: Record<string, string> = {
      'eventstore-url': 'esdb://ledger:secret@eventstore:2113',
      'mongodb-url': 'mongodb://ledger:secret@mongodb:27017/ledger',
      'monitoring-token': 'a-token-of-the-monitoring',
    };
    const source = ['config', 'master-keys']
      .map((name) => readFileSync(new URL(`../../src/config/${name}.ts`, import.meta.url), 'utf8'))
      .join('');
    expect(OURS).to.have.length(3);
    for (const { metadata, kind, spec } of OURS) {
      const [container] = spec.template.spec.containers;
      const own = (container?.env ?? []).map(({ name, value, valueFrom }) => {
        expect(value === undefined || !/URL|TOKEN|KEY$/.test(name), name).to.equal(true);
        const { key = '', name: secret } = valueFrom?.secretKeyRef ?? {};
        expect(value !== undefined || secret === 'ledger', name).to.equal(true);
        return [name, value ?? secrets[key] ?? ''] as const;
      });
      const env = { ...(kind === 'Job' ? {} : shared), ...Object.fromEntries(own) };
      for (const name of Object.keys(env)) expect(source, name).to.match(new RegExp(`'${name}'`));
      expect(env['MASTER_KEY_FILE']).to.equal('/secrets/master-key');
      // The files exist only in the cluster.
      const { MASTER_KEY_FILE: _key, CONFIG_FILE: _file, ...others } = env;
      const config = readConfig({ ...others, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
      expect([config.eventStoreUrl, config.mongoUrl]).to.deep.equal([
        secrets['eventstore-url'],
        secrets['mongodb-url'],
      ]);
      if (kind === 'Job') continue;
      expect(config.monitoring).to.deep.equal({ isPublic: false, token: secrets['monitoring-token'] });
      expect(config.host).to.equal('0.0.0.0');
      expect(config.roles, metadata.name).to.deep.equal(
        metadata.name === 'ledger-api' ? ['api'] : ['projector', 'worker'],
      );
    }
    readConfigFile(new URL('base/config.yaml', FOLDER).pathname);
  });

  it('run without privileges, on a read-only file system, with limits', () => {
    for (const { metadata, spec } of WORKLOADS) {
      const pod = spec.template.spec;
      expect(pod.automountServiceAccountToken, metadata.name).to.equal(false);
      expectWithin(
        pod.securityContext,
        { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        metadata.name,
      );
      for (const container of pod.containers) {
        expect(container.securityContext, metadata.name).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.requests).to.have.all.keys('cpu', 'memory');
        expect(container.resources.limits).to.have.property('memory');
        const claimed = (spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name);
        const volumes = [...pod.volumes.map(({ name }) => name), ...claimed];
        expect(container.volumeMounts.map(({ name }) => name)).to.have.members(volumes);
      }
      if (metadata.name !== 'ledger-proxy' && spec.serviceName !== undefined)
        expect(pod.terminationGracePeriodSeconds).to.be.above(15);
    }
  });

  it('probe paths and ports that exist', () => {
    for (const { spec } of WORKLOADS.filter(({ kind }) => kind !== 'Job')) {
      const [container] = spec.template.spec.containers;
      const { startupProbe, livenessProbe, readinessProbe, ports = [] } = container ?? {};
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        if (probe?.httpGet === undefined) continue;
        expect(['/healthz', '/readyz']).to.include(probe.httpGet.path);
        expect(ports.map(({ name }) => name)).to.include(probe.httpGet.port);
      }
      // A process whose stores are away must not be restarted, but get no requests.
      if (container?.image !== 'svc-ledger') continue;
      expect(livenessProbe?.httpGet?.path).to.equal('/healthz');
      expect(readinessProbe?.httpGet?.path).to.equal('/readyz');
    }
  });

  it('have a budget of disruptions and services for the pods of each workload', () => {
    for (const { metadata, spec } of WORKLOADS.filter(({ kind }) => kind !== 'Job')) {
      const labels = spec.template.metadata.labels;
      expectWithin(labels, spec.selector.matchLabels, metadata.name);
      expect(find('PodDisruptionBudget', metadata.name)?.spec.selector.matchLabels).to.deep.equal(
        spec.selector.matchLabels,
      );
      expect(spec.replicas).to.be.at.least(2);
      if (spec.serviceName !== undefined) {
        const service = find('Service', spec.serviceName);
        expect(service?.spec.selector).to.deep.equal(spec.selector.matchLabels);
        expect(service?.spec.ports?.map(({ port }) => port)).to.deep.equal([3000]);
      }
    }
    for (const name of ['public', 'operators'])
      expect(find('Service', `ledger-${name}`)?.spec.ports?.[0]?.targetPort).to.equal(name);
  });

  it('select pods that exist in every network policy', () => {
    const pods = WORKLOADS.map(({ spec }) => ({
      // Kustomize adds this one to all of them.
      'app.kubernetes.io/part-of': 'svc-ledger',
      ...spec.template.metadata.labels,
    }));
    for (const folder of ['base', 'upgrade'])
      expect(parse(read(`${folder}/kustomization.yaml`)).labels).to.deep.equal([
        { pairs: { 'app.kubernetes.io/part-of': 'svc-ledger' }, includeTemplates: true },
      ]);
    const policies = ALL.filter(({ kind }) => kind === 'NetworkPolicy');
    for (const { metadata, spec } of policies) {
      const wanted = Object.entries(spec.podSelector.matchLabels);
      const chosen = pods.filter((labels: Labels) => wanted.every(([name, value]) => labels[name] === value));
      expect(chosen.length, metadata.name).to.be.at.least(1);
      for (const { ports } of spec.ingress ?? [])
        for (const { port } of ports) expect([3000, 8080, 8081]).to.include(port);
    }
    expect(
      policies.some(({ spec }) => Object.keys(spec.podSelector.matchLabels)[0]?.endsWith('part-of')),
    ).to.equal(true);
  });

  it('hash books to processes like the sample of the proxy', () => {
    const bare = (text: string): string[] =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('server '));
    const proxy = read('base/haproxy.cfg');
    expect(bare(proxy)).to.include.members(bare(read('../proxy/haproxy.cfg')));
    const servers = [...proxy.matchAll(/^ {2}server (\S+) "(\S+)"$/gm)];
    expect(servers.length).to.be.at.least(find('StatefulSet', 'ledger-api')?.spec.replicas ?? 99);
    for (const [, name = '', address] of servers)
      expect(address).to.equal(`${name}.ledger-api.\${NAMESPACE}.svc.cluster.local:3000`);
  });

  it('prepare an upgrade with commands of the service', () => {
    const help = readFileSync(new URL('../golden/expected/help.txt', import.meta.url), 'utf8');
    for (const { spec } of JOBS) {
      const commands = spec.template.spec.containers.map(({ command = [] }) => `Usage: ${command.join(' ')}`);
      expect(commands).to.have.length(2);
      for (const command of commands) expect(help).to.contain(command);
    }
  });

  it('are built by kustomize, with every reference resolved', function () {
    if (!isInstalled('kubectl', 'version', '--client')) skip(this, 'needs kubectl');
    for (const folder of ['production', 'upgrade']) {
      const { status, stdout, stderr } = spawnSync(
        'kubectl',
        ['kustomize', new URL(folder, FOLDER).pathname],
        {
          encoding: 'utf8',
        },
      );
      expect(status, stderr).to.equal(0);
      expect(stdout).to.not.match(/image: (svc-ledger|haproxy)$/m);
      const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
      const configMaps = built
        .filter(({ kind }) => kind === 'ConfigMap')
        .map(({ metadata }) => metadata.name);
      for (const [, name = ''] of stdout.matchAll(/configMap(?:Ref)?:\n\s+name: (\S+)/g))
        expect(configMaps).to.include(name);
      for (const { metadata } of built) expect(metadata).to.include({ namespace: 'ledger' });
    }
  });

  it('have a configuration that HAProxy accepts', function () {
    if (!isInstalled('haproxy', '-v')) skip(this, 'needs haproxy');
    const file = new URL('base/haproxy.cfg', FOLDER).pathname;
    const env = { ...process.env, NAMESPACE: 'ledger' };
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8', env });
    expect(status, stderr).to.equal(0);
  });
});
