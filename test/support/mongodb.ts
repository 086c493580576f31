import { MongoClient } from 'mongodb';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { waitFor } from './wait-for.ts';

/** The server at MONGODB_URL, or a container. Undefined without both a URL and Docker. */
export async function findMongoDb(): Promise<{ url: string; stop(): Promise<unknown> } | undefined> {
  const given = process.env['MONGODB_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  const container = await startContainer();
  if (container === undefined) return undefined;
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/?directConnection=true`;
  const client = new MongoClient(url);
  await client.db('admin').command({ replSetInitiate: {} });
  await waitFor('a primary', async () =>
    (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'] === true ? true : undefined,
  );
  await client.close();
  return { url, stop: () => container.stop() };
}

async function startContainer(): Promise<StartedTestContainer | undefined> {
  try {
    return await new GenericContainer('mongo:7')
      .withCommand(['--replSet', 'rs0'])
      .withExposedPorts(27017)
      .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
      .start();
  } catch {
    return undefined;
  }
}
