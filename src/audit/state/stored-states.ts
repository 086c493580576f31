/**
 * The last signed state of each book, stored so that a request for a proof reads one record for each bucket. Nobody has to trust the
 * store: a state that does not lead to what is signed counts as missing.
 */
import type { BalanceProof } from '../../generated/api.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import { typedRecords } from '../../read-models/records.ts';
import { randomUUID } from '../../system/runtime.ts';
import type { SigningKey } from '../../vault/audit-signing-key.ts';
import { deleteSaves, putChunks, readChunk, registerSaves } from '../../writer/record-chunks.ts';
import { parseCheckpoint, type SignedCheckpoint } from '../checkpoints/checkpoint-files.ts';
import { isSignedBy, parseNotes } from '../checkpoints/signed-note.ts';
import { chunkCount, chunkOf, indexChunk, proveIn, type ProofIndex } from './balance-proof.ts';
import { leafHash, rootFrom } from './merkle-tree.ts';

/** What names the chunks of lines. `note` is the signed checkpoint. */
type StoredState = ProofIndex & { readonly id: string; readonly pieces: number; readonly note: string };

export type SignedBalance = {
  /** When the state was signed; ISO 8601. */
  readonly signedAt: string;
  /** Undefined if the account had no posting before. */
  readonly proof: BalanceProof | undefined;
};

/** A later save deletes the chunks of the former one, so a request reads again once. */
const READS_MAX = 2;

const placeOf = (stream: string): string => `${stream}#signed-state`;

/** The chunks were deleted after the state was read, or they were changed. */
class StateChanged extends Error {}

export class StoredStates {
  readonly #documents: DocumentStore;
  readonly #key: Pick<SigningKey, 'publicKey'>;
  readonly #clock: () => number;

  /** `clock` returns milliseconds since 1970. */
  constructor(documents: DocumentStore, key: Pick<SigningKey, 'publicKey'>, clock: () => number) {
    this.#documents = documents;
    this.#key = key;
    this.#clock = clock;
  }

  /** Replaces the state of the stream. `lines` are in order. */
  async save(stream: string, note: string, lines: readonly string[]): Promise<void> {
    const [documents, place, id] = [this.#documents, placeOf(stream), randomUUID()];
    const former = await this.#states.get(place);
    const current = former === undefined ? [] : [former];
    await registerSaves(documents, place, [id], this.#clock(), current);
    const chunks: ProofIndex['chunks'][number][] = [];
    const { pieces } = await putChunks(documents, place, id, textsOf(lines, chunks));
    await this.#states.put(place, { id, pieces, note, leaves: lines.length, chunks });
    await deleteSaves(documents, place, current);
  }

  /** Undefined without a signed state. */
  async prove(stream: string, account: string): Promise<SignedBalance | undefined> {
    for (let reads = 1; reads <= READS_MAX; reads++) {
      const state = await this.#stateOf(stream);
      const signed = state && this.#signedIn(state, stream);
      if (state === undefined || signed === undefined) return undefined;
      try {
        const proof = await this.#proofIn(state, signed, account);
        return { signedAt: signed.checkpoint.time, proof };
      } catch (error) {
        if (!(error instanceof StateChanged)) throw error;
      }
    }
    return undefined;
  }

  async #stateOf(stream: string): Promise<StoredState | undefined> {
    try {
      return await this.#states.get(placeOf(stream));
    } catch (error) {
      // The record was changed.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  get #states() {
    return typedRecords<StoredState>(this.#documents, 'snapshots');
  }

  #signedIn({ note: text }: StoredState, stream: string): SignedCheckpoint | undefined {
    const [note] = parseNotes(text);
    const checkpoint = note && parseCheckpoint(note.text);
    if (note === undefined || checkpoint?.stream !== stream || checkpoint.state === undefined)
      return undefined;
    return isSignedBy(note, this.#key.publicKey) ? { note, checkpoint } : undefined;
  }

  async #proofIn(
    state: StoredState,
    { note, checkpoint }: SignedCheckpoint,
    account: string,
  ): Promise<BalanceProof | undefined> {
    const { stream } = checkpoint;
    const proof = await proveIn({ note, stream, index: state }, account, async (chunk) => {
      const text = await readChunk(this.#documents, placeOf(stream), state.id, chunk);
      if (text === undefined) throw new StateChanged();
      return text.split('\n');
    });
    for (const { line, index, path } of proof?.balances ?? []) {
      const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
      const root = rootFrom(leafHash(line), { index, leaves: state.leaves }, hashes);
      if (root?.toString('hex') !== checkpoint.state?.state) throw new StateChanged();
    }
    return proof;
  }
}

/** The texts of the chunks. Adds each to the index. */
function* textsOf(lines: readonly string[], index: ProofIndex['chunks'][number][]): Generator<string> {
  for (let at = 0; at < chunkCount(lines); at++) {
    const chunk = chunkOf(lines, at);
    index.push(indexChunk(chunk));
    yield chunk.join('\n');
  }
}
