/** The workflows name scripts and files that exist. They run on a service that is not here. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

type Step = { readonly run?: string; readonly uses?: string; readonly name?: string };
type Job = {
  readonly steps: readonly Step[];
  readonly 'timeout-minutes'?: number;
  readonly needs?: string | string[];
};
type Workflow = { readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> };

const FOLDER = '.github/workflows';
const WORKFLOWS = readdirSync(new URL(FOLDER, ROOT)).map((file) => ({
  file,
  // The files are part of the project and have this type.
  workflow: parse(read(`${FOLDER}/${file}`)) as Workflow,
}));
const scriptsOf = ({ jobs }: Workflow): string[] =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

describe('The workflows', () => {
  it('may only read the repository, unless a job says otherwise, and end in time', () => {
    expect(WORKFLOWS.map(({ file }) => file)).to.include.members(['ci.yml', 'release.yml', 'simulate.yml']);
    for (const { file, workflow } of WORKFLOWS) {
      expect(workflow.permissions, file).to.deep.equal({ contents: 'read' });
      for (const [name, job] of Object.entries(workflow.jobs)) {
        expect(job['timeout-minutes'], `${file}: ${name}`).to.be.a('number');
        for (const other of [job.needs ?? []].flat()) expect(workflow.jobs).to.have.property(other);
      }
    }
  });

  it('run scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
    for (const { file, workflow } of WORKFLOWS)
      for (const script of scriptsOf(workflow)) {
        for (const [, name = ''] of script.matchAll(/npm run (?:--silent |-s )?([\w:-]+)/g))
          expect(scripts, `${file}: ${script}`).to.have.property(name);
        for (const [, path = ''] of script.matchAll(/^((?:\.ci|\.github|ops)\/[\w./-]+)/gm))
          accessSync(new URL(path, ROOT), constants.X_OK);
        const { status, stderr } = spawnSync('bash', ['-n', '-c', script.replace(/\$\{\{.*?\}\}/g, 'x')], {
          encoding: 'utf8',
        });
        expect(status, `${file}: ${script}: ${stderr}`).to.equal(0);
      }
  });

  it('release an image whose two stages have the base that its digest is looked up for', () => {
    const steps = WORKFLOWS.find(({ file }) => file === 'release.yml')?.workflow.jobs['image']?.steps ?? [];
    const script = steps.find(({ name }) => name?.startsWith('Find the digest'))?.run ?? '';
    const [command = ''] = /sed -n .*Dockerfile/.exec(script) ?? [];
    const { stdout } = spawnSync('bash', ['-c', command], { encoding: 'utf8', cwd: ROOT });
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
    expect(bases).to.deep.equal([stdout.trim(), stdout.trim()]);
  });
});
