/**
 * A checkpoint states the length of a stream at a time and the hash of its last event, so that any later change to those
 * events is detectable. The format is a C2SP checkpoint with the head of the hash chain instead of a tree root:
 *
 *   svc-ledger/book-int_01…-sandbox
 *   1204
 *   CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 *   time 2026-11-21T09:30:00.000Z
 *   macs 0
 */
import { SIGNER_NAME } from '../../vault/audit-signing-key.ts';

export type Checkpoint = {
  readonly stream: string;
  /** Number of events. The last event has revision `size - 1`. */
  readonly size: number;
  /** Hash of the last event, in lower-case hex. */
  readonly hash: string;
  /** ISO 8601 time of signing. */
  readonly time: string;
  /** The first revision whose events need a MAC. Undefined in checkpoints of releases without MACs. */
  readonly macsFrom?: number | undefined;
};

const ORIGIN = `${SIGNER_NAME}/`;
const TEXT =
  /^([^\n]+)\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\ntime (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n(?:macs (0|[1-9][0-9]{0,14})\n)?(?:[^\n]+\n)*$/;

export const formatCheckpoint = ({ stream, size, hash, time, macsFrom }: Checkpoint): string =>
  `${ORIGIN}${stream}\n${size}\n${Buffer.from(hash, 'hex').toString('base64')}\ntime ${time}\n` +
  (macsFrom === undefined ? '' : `macs ${macsFrom}\n`);

/** Returns undefined if the text is not a checkpoint of this service. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, origin = '', size, root = '', time = '', macsFrom] = TEXT.exec(text) ?? [];
  if (!origin.startsWith(ORIGIN)) return undefined;
  return {
    stream: origin.slice(ORIGIN.length),
    size: Number(size),
    hash: Buffer.from(root, 'base64').toString('hex'),
    time,
    ...(macsFrom !== undefined && { macsFrom: Number(macsFrom) }),
  };
}
