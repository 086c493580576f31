import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';

const IMAGE = 'eventstore/eventstore:23.10.6-jammy';
const PORT = 2113;

/** The server at EVENTSTORE_URL, or one in a new container. Undefined without Docker. */
export async function findEventStoreDb(): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const given = process.env['EVENTSTORE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  if (!(await hasDocker())) return undefined;
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      DOTNET_ThreadPool_ForceMinWorkerThreads: '40',
    })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
}

async function hasDocker(): Promise<boolean> {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}
