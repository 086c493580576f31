/**
 * The console sessions that can be listed and revoked. What is listed decides nothing: a revocation is an authenticated
 * record, which the console reads with each request.
 */
import type { OperatorToken } from '../../platform/platform.ts';
import { collection, parseBody } from '../../read-models/collection.ts';
import type { CollectionSpec, DocumentStore } from '../../read-models/port.ts';
import type { RecordCalls } from '../../read-models/records.ts';

export type SessionMethod = 'token' | 'oidc';

/** A session as it is listed. Times are ISO 8601. */
export type ListedSession = {
  /** `ses_…`. It is no secret. */
  readonly id: string;
  readonly operator: OperatorToken;
  readonly method: SessionMethod;
  /** The IP address that it was started from. */
  readonly address: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
};

export const SESSIONS_COLLECTION = collection<ListedSession>('console_sessions_v1');
export const SESSION_COLLECTIONS: readonly CollectionSpec[] = [{ name: SESSIONS_COLLECTION, kind: 'state' }];

/** All methods throw StoreUnavailable. */
export type SessionDirectory = {
  put(session: ListedSession): Promise<void>;
  /** Sessions that have not ended, oldest first, of one operator or of all. */
  list(operatorId?: string): Promise<readonly ListedSession[]>;
  /** Undefined if it has ended. */
  get(id: string): Promise<ListedSession | undefined>;
  remove(id: string): Promise<void>;
  /** Ends a session on all nodes, from their next request on. */
  revoke(id: string): Promise<void>;
  isRevoked(id: string): Promise<boolean>;
};

type SessionDirectoryOptions = {
  readonly documents: Pick<DocumentStore, 'get' | 'list' | 'write'>;
  readonly records: RecordCalls;
  readonly clock: () => number;
};

const SCOPE = 'console';
const SESSIONS_MAX = 1_000;
/** No session lasts longer. */
const REVOCATION_MS = 24 * 60 * 60 * 1_000;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

export function createSessionDirectory({
  documents,
  records,
  clock,
}: SessionDirectoryOptions): SessionDirectory {
  const write = async (id: string, session: ListedSession | null, time: number): Promise<void> => {
    const document = session && {
      id,
      scope: SCOPE,
      terms: ['every', `operator:${session.operator.id}`],
      body: JSON.stringify(session),
    };
    // A use that is recorded after the end does not list the session again.
    const position = BigInt(time);
    await documents.write([{ collection: SESSIONS_COLLECTION, id, document, position }], NO_CHECKPOINTS);
  };
  const isOpen = ({ expires_at }: ListedSession): boolean => Date.parse(expires_at) > clock();

  return {
    put: (session) => write(session.id, session, Date.parse(session.last_used_at)),
    async list(operatorId) {
      const found = await documents.list(SESSIONS_COLLECTION, {
        scope: SCOPE,
        terms: [operatorId === undefined ? 'every' : `operator:${operatorId}`],
        order: 'newest',
        limit: SESSIONS_MAX,
      });
      return found
        .map((each) => parseBody(SESSIONS_COLLECTION, each))
        .filter(isOpen)
        .reverse();
    },
    async get(id) {
      const found = await documents.get(SESSIONS_COLLECTION, id);
      const session = found && parseBody(SESSIONS_COLLECTION, found);
      return session !== undefined && isOpen(session) ? session : undefined;
    },
    remove: (id) => write(id, null, clock()),
    async revoke(id) {
      const expiresAt = new Date(clock() + REVOCATION_MS);
      await records.putRecord('sessions', revocationOf(id), 'true', { expiresAt });
      await write(id, null, clock());
    },
    isRevoked: async (id) => (await records.getRecord('sessions', revocationOf(id))) !== undefined,
  };
}

const revocationOf = (id: string): string => `revoked ${id}`;
