/** The read models: how far each is, building them again, comparing builds, and removing those that nobody reads. */
import type { ProjectionStatus } from '../../generated/api.ts';
import type { Generation } from '../../read-models/generations/generation.ts';
import { generationKey } from '../../read-models/generations/generation.ts';
import type { ProjectorFault } from '../../read-models/projection-progress.ts';
import { isProblem, notFoundProblem } from '../../api/server/errors.ts';
import type { Reply } from '../../api/server/reply.ts';
import type { RebuildPlan } from '../../read-models/generations/rebuilds.ts';
import type { Verification } from '../../read-models/generations/verifications.ts';
import type { ProjectionLag } from '../../read-models/projector/projection-lag.ts';
import type { OperatorCaller, OperatorHandlers } from '../operation.ts';
import { submitToPlatform } from '../platform-write.ts';

export const projectionHandlers = {
  async listProjections({ services }) {
    const data = await Promise.all(services.projections().map((each) => statusOf(services, each)));
    return { status: 200, body: JSON.stringify({ data }) };
  },
  rebuildProjection: (call) => rebuild(call, call.params.projection, call.body),
  verifyProjection: (call) => verify(call, call.params.projection, call.body.reason),
  dropOldProjections: (call) => dropOld(call, call.body.reason),
} satisfies Partial<OperatorHandlers>;

type Services = OperatorCaller['services'];
type Shown = Pick<ProjectionLag, 'name' | 'version' | 'state' | 'position' | 'lag'> & ProjectionLag;

async function statusOf({ rebuilds }: Services, each: Shown): Promise<ProjectionStatus> {
  // Whether it was compared is said by the documents; how far it is, also while they are away.
  const verification = await rebuilds.latestVerification(each.name).catch(() => undefined);
  return shown(each, verification);
}

function shown(
  { name, version, generation = 1, state, position, lag, fault, building, buildRate, retired = [] }: Shown,
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
            progress: rounded(buildRate?.progress, 4) ?? 0,
            events: Number(building.events),
            events_per_second: rounded(buildRate?.eventsPerSecond, 1),
            seconds_left: rounded(buildRate?.secondsLeft, 1),
            fault: faultOf(building.fault),
          },
    old: [...retired],
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
function statusByMarks({ projections }: Services, { plan }: RebuildPlan, building: Generation | undefined) {
  const { name, version, generation } = plan.active;
  const told = projections().find((each) => each.name === name);
  const { state = 'catching_up', position = -1n, lag = 0 } = told ?? {};
  const fresh = building && {
    version: building.version,
    generation: building.generation,
    state: 'catching_up' as const,
    position: -1n,
    events: 0n,
  };
  const { retired = [] } = told ?? {};
  return shown(
    { name, version, generation, state, position, lag, retired, ...(fresh && { building: fresh }) },
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
  const look = await rebuilds.plan(name);
  if (look === undefined) return notFoundProblem('projection');
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
  await rebuilds.start({ ...next, generation }, isCompared ? plan.active : undefined);
  return reply;
}

async function verify(caller: OperatorCaller, name: string, reason: string | undefined): Promise<Reply> {
  const { services } = caller;
  const { rebuilds } = services;
  const look = await rebuilds.plan(name);
  if (look === undefined) return notFoundProblem('projection');
  const { plan } = look;
  // The newest one that was read before; one that never caught up has nothing to say.
  const against = plan.maintained.at(-1) ?? plan.retired.findLast((build) => !plan.dropping.includes(build));
  const isRunning = (await rebuilds.latestVerification(name))?.state === 'running';
  const reply = await submitToPlatform(caller, {
    reason,
    decide() {
      if (plan.building !== undefined || !plan.isComplete)
        return conflict('The projection is being built; compare it when that is done.');
      if (against === undefined)
        return conflict('There is no other build to compare with; build the projection again first.');
      if (isRunning) return conflict('The projection is being compared already.');
      const { version, generation } = plan.active;
      const data = { projection: name, version, generation, against: generationKey(against) };
      const body = JSON.stringify(statusByMarks(services, look, undefined));
      return { events: [{ type: 'projection.verify_requested', data }], answer: { status: 202, body } };
    },
  });
  if (isProblem(reply) || against === undefined) return reply;
  // A request that is sent again may be one that was cut off before it began.
  const isBegun = reply.replayed === true && (await rebuilds.latestVerification(name)) !== undefined;
  if (!isBegun) await rebuilds.startComparison(plan, against);
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
          : [{ type: 'projection.drop_requested', data: { builds: unused.map(generationKey) } }],
      answer: { status: 202, body: JSON.stringify({ data: unused }) },
    }),
  });
  if (isProblem(reply)) return reply;
  // What was asked for is what was answered, now or the first time.
  const { data } = JSON.parse(reply.body) as { data: Generation[] };
  const there = new Set((await rebuilds.unused()).map(generationKey));
  await rebuilds.drop(data.filter((build) => there.has(generationKey(build))));
  return reply;
}

const conflict = (message: string) => ({ refusal: { code: 'projection_state_conflict' as const, message } });
