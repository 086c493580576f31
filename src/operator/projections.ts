/** The read models: how far each is, building them again, comparing builds, and removing those that nobody reads. */
import type { ProjectionStatus } from '../generated/api.ts';
import { validateProjectionAction, validateProjectionRebuild } from '../generated/validators.js';
import type { Build } from '../documents/builds.ts';
import { buildKey } from '../documents/builds.ts';
import type { ProjectorFault } from '../documents/progress.ts';
import { isProblem, noSuch } from '../http/errors.ts';
import type { Reply } from '../http/route.ts';
import type { Look } from '../rebuilds.ts';
import type { Verification } from '../verifications.ts';
import type { ProjectionLag } from '../projection-lags.ts';
import { operatorRoute } from './route.ts';
import type { OperatorCaller, OperatorRoute } from './route.ts';
import { submitToPlatform } from './write.ts';

export const projectionsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/projections',
    role: 'viewer',
    async handle({ services }) {
      const data = await Promise.all(services.projections().map((each) => statusOf(services, each)));
      return { status: 200, body: JSON.stringify({ data }) };
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/projections/{projection}/rebuild',
    role: 'admin',
    body: validateProjectionRebuild,
    mayBeEmpty: true,
    handle: (call) => rebuild(call, call.params.projection, call.body),
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/projections/{projection}/verify',
    role: 'admin',
    body: validateProjectionAction,
    mayBeEmpty: true,
    handle: (call) => verify(call, call.params.projection, call.body.reason),
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/projections/drop_old',
    role: 'admin',
    body: validateProjectionAction,
    mayBeEmpty: true,
    handle: (call) => dropOld(call, call.body.reason),
  }),
];

type Services = OperatorCaller['services'];
type Shown = Pick<ProjectionLag, 'name' | 'version' | 'state' | 'position' | 'lag'> & ProjectionLag;

async function statusOf({ rebuilds }: Services, each: Shown): Promise<ProjectionStatus> {
  // Whether it was compared is said by the documents; how far it is, also while they are away.
  const verification = await rebuilds.verification(each.name).catch(() => undefined);
  return shown(each, verification);
}

function shown(
  { name, version, generation = 1, state, position, lag, fault, building, pace, old = [] }: Shown,
  verification: Verification | undefined,
): ProjectionStatus {
  return {
    name,
    version,
    generation,
    state,
    position: position.toString(),
    lag,
    fault: faultOf(fault),
    building:
      building === undefined
        ? null
        : {
            version: building.version,
            generation: building.generation,
            state: building.state,
            position: building.position.toString(),
            progress: rounded(pace?.progress, 4) ?? 0,
            events: Number(building.events),
            events_per_second: rounded(pace?.eventsPerSecond, 1),
            seconds_left: rounded(pace?.secondsLeft, 1),
            fault: faultOf(building.fault),
          },
    old: [...old],
    verification:
      verification === undefined
        ? null
        : { ...verification, against: { ...verification.against, dropping: false } },
  };
}

function faultOf(fault: ProjectorFault | undefined) {
  if (fault === undefined) return null;
  const { reason, event } = fault;
  const { stream = null, revision = null, position } = event ?? {};
  return { reason, stream, revision, position: position?.toString() ?? null };
}

const rounded = (value: number | undefined, decimals: number): number | null =>
  value === undefined ? null : Number(value.toFixed(decimals));

/** A projection as the marks say it is, for the answer to what changes them. */
function statusByMarks({ projections }: Services, { plan }: Look, building: Build | undefined) {
  const { name, version, generation } = plan.served;
  const told = projections().find((each) => each.name === name);
  const { state = 'catching_up', position = -1n, lag = 0 } = told ?? {};
  const fresh = building && {
    version: building.version,
    generation: building.generation,
    state: 'catching_up' as const,
    position: -1n,
    events: 0n,
  };
  const { old = [] } = told ?? {};
  return shown(
    { name, version, generation, state, position, lag, old, ...(fresh && { building: fresh }) },
    undefined,
  );
}

async function rebuild(
  caller: OperatorCaller,
  name: string,
  { verify: isCompared = false, reason }: { readonly verify?: boolean; readonly reason?: string },
): Promise<Reply> {
  const { services } = caller;
  const { rebuilds } = services;
  const look = await rebuilds.look(name);
  if (look === undefined) return noSuch('projection');
  const { plan, next } = look;
  const reply = await submitToPlatform(caller, {
    reason,
    decide() {
      if (plan.building !== undefined || !plan.isComplete)
        return conflict('The projection is being built already; wait until that is done.');
      const { version, generation } = next;
      const status = statusByMarks(services, look, next);
      return {
        events: [{ type: 'projection.rebuild_requested', data: { projection: name, version, generation } }],
        answer: { status: 202, body: JSON.stringify(status) },
      };
    },
  });
  if (isProblem(reply)) return reply;
  // A request that is repeated may have been cut off before it came to this. What it began is then not begun again.
  // The body is what was answered above, now or the first time.
  const { building } = JSON.parse(reply.body) as ProjectionStatus;
  const generation = building?.generation ?? next.generation;
  await rebuilds.begin({ ...next, generation }, isCompared ? plan.served : undefined);
  return reply;
}

async function verify(caller: OperatorCaller, name: string, reason: string | undefined): Promise<Reply> {
  const { services } = caller;
  const { rebuilds } = services;
  const look = await rebuilds.look(name);
  if (look === undefined) return noSuch('projection');
  const { plan } = look;
  // The newest one that was read before; one that never caught up has nothing to say.
  const against = plan.kept.at(-1) ?? plan.old.findLast((build) => !plan.dropping.includes(build));
  const isRunning = (await rebuilds.verification(name))?.state === 'running';
  const reply = await submitToPlatform(caller, {
    reason,
    decide() {
      if (plan.building !== undefined || !plan.isComplete)
        return conflict('The projection is being built; compare it when that is done.');
      if (against === undefined)
        return conflict('There is no other build to compare with; build the projection again first.');
      if (isRunning) return conflict('The projection is being compared already.');
      const { version, generation } = plan.served;
      const data = { projection: name, version, generation, against: buildKey(against) };
      const body = JSON.stringify(statusByMarks(services, look, undefined));
      return { events: [{ type: 'projection.verify_requested', data }], answer: { status: 202, body } };
    },
  });
  if (isProblem(reply) || against === undefined) return reply;
  // A request that is sent again may be one that was cut off before it began.
  const isBegun = reply.replayed === true && (await rebuilds.verification(name)) !== undefined;
  if (!isBegun) await rebuilds.compare(plan, against);
  return reply;
}

async function dropOld(caller: OperatorCaller, reason: string | undefined): Promise<Reply> {
  const { rebuilds } = caller.services;
  const unused = await rebuilds.unused();
  const reply = await submitToPlatform(caller, {
    reason,
    decide: () => ({
      events:
        unused.length === 0
          ? []
          : [{ type: 'projection.drop_requested', data: { builds: unused.map(buildKey) } }],
      answer: { status: 202, body: JSON.stringify({ data: unused }) },
    }),
  });
  if (isProblem(reply)) return reply;
  // What was asked for is what was answered, now or the first time.
  const { data } = JSON.parse(reply.body) as { data: Build[] };
  const there = new Set((await rebuilds.unused()).map(buildKey));
  await rebuilds.drop(data.filter((build) => there.has(buildKey(build))));
  return reply;
}

const conflict = (message: string) => ({ refusal: { code: 'projection_state_conflict' as const, message } });
