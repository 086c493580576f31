/** Projections: status, rebuild, comparison of builds, and removal of unused builds. */
import type { ProjectionStatus } from '../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { messageOf } from '../../ledger/violations.ts';
import { generationKey, type Generation } from '../../read-models/generations/generation.ts';
import type { RebuildPlan } from '../../read-models/generations/rebuilds.ts';
import type { Verification } from '../../read-models/generations/verifications.ts';
import type { ProjectorFault } from '../../read-models/projection-progress.ts';
import type { ProjectionLag } from '../../read-models/projector/projection-lag.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { submitToPlatform } from '../operations/platform-write.ts';

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
type ProjectionState = Pick<ProjectionLag, 'name' | 'version' | 'state' | 'position' | 'lag'> & ProjectionLag;

async function statusOf({ rebuilds }: Services, each: ProjectionState): Promise<ProjectionStatus> {
  // The verification is in the document store; the status is available without it.
  const verification = await rebuilds.latestVerification(each.name).catch(() => undefined);
  return presentProjection(each, verification);
}

function presentProjection(
  {
    name,
    version,
    generation = 1,
    state,
    position,
    lag,
    fault,
    building,
    buildRate,
    retired = [],
  }: ProjectionState,
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

/** A projection's status according to the build markers, for responses to commands that change them. */
function statusFromMarkers(
  { projections }: Services,
  { plan }: RebuildPlan,
  building: Generation | undefined,
) {
  const { name, version, generation } = plan.active;
  const progress = projections().find((each) => each.name === name);
  const { state = 'catching_up', position = -1n, lag = 0 } = progress ?? {};
  const fresh = building && {
    version: building.version,
    generation: building.generation,
    state: 'catching_up' as const,
    position: -1n,
    events: 0n,
  };
  const { retired = [] } = progress ?? {};
  return presentProjection(
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
  const rebuildPlan = await rebuilds.plan(name);
  if (rebuildPlan === undefined) return notFoundProblem('projection');
  const { plan, next } = rebuildPlan;
  const reply = await submitToPlatform(caller, {
    reason,
    decide() {
      if (plan.building !== undefined || !plan.isComplete)
        return conflict('A rebuild of the projection is already running. Wait until it has finished.');
      const { version, generation } = next;
      const status = statusFromMarkers(services, rebuildPlan, next);
      return {
        events: [{ type: 'projection.rebuild_requested', data: { projection: name, version, generation } }],
        answer: { status: 202, body: JSON.stringify(status) },
      };
    },
  });
  if (isProblem(reply)) return reply;
  // A repeated request may be the retry of one that was interrupted here, so start the build named in the recorded
  // response.
  const { building } = JSON.parse(reply.body) as ProjectionStatus;
  const generation = building?.generation ?? next.generation;
  await rebuilds.start({ ...next, generation }, isCompared ? plan.active : undefined);
  return reply;
}

async function verify(caller: OperatorCaller, name: string, reason: string | undefined): Promise<Reply> {
  const { services } = caller;
  const { rebuilds } = services;
  const rebuildPlan = await rebuilds.plan(name);
  if (rebuildPlan === undefined) return notFoundProblem('projection');
  const { plan } = rebuildPlan;
  // The newest build that was in use before; a build that never caught up cannot be compared.
  const against = plan.maintained.at(-1) ?? plan.retired.findLast((build) => !plan.dropping.includes(build));
  const isRunning = (await rebuilds.latestVerification(name))?.state === 'running';
  const reply = await submitToPlatform(caller, {
    reason,
    decide() {
      if (plan.building !== undefined || !plan.isComplete)
        return conflict('A rebuild of the projection is running. Compare it after the rebuild has finished.');
      if (against === undefined)
        return conflict('There is no other build to compare with. Rebuild the projection first.');
      if (isRunning) return conflict('A comparison of the projection is already running.');
      const { version, generation } = plan.active;
      const data = { projection: name, version, generation, against: generationKey(against) };
      const body = JSON.stringify(statusFromMarkers(services, rebuildPlan, undefined));
      return { events: [{ type: 'projection.verify_requested', data }], answer: { status: 202, body } };
    },
  });
  if (isProblem(reply) || against === undefined) return reply;
  // A repeated request may be the retry of one that was interrupted before the comparison started.
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
  // The recorded response names the builds to drop.
  const { data } = JSON.parse(reply.body) as { data: Generation[] };
  const there = new Set((await rebuilds.unused()).map(generationKey));
  await rebuilds.drop(data.filter((build) => there.has(generationKey(build))));
  return reply;
}

const conflict = (specifics: string) => ({
  refusal: {
    code: 'projection_state_conflict' as const,
    message: messageOf('projection_state_conflict', specifics),
  },
});
