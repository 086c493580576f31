/** A server with the interface of Amazon S3, in this process. */
import { createRequire } from 'node:module';

export type S3Server = {
  /** What programs read to reach it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

type Server = { run(): Promise<{ readonly port: number }>; close(): Promise<void> };
type Options = {
  readonly address: string;
  readonly port: number;
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
};

// The package has no types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => Server;

/** Keeps its files in a folder. */
export async function startS3Server(directory: string, bucket: string): Promise<S3Server> {
  const where = { address: '127.0.0.1', port: 0 };
  const server = new S3rver({ ...where, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      // The only key that this server knows.
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: () => server.close(),
  };
}
