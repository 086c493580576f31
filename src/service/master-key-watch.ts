/** Follows the replacement of the master key by `svc-ledger master-key rotate`. */
import { basename } from 'node:path';
import { repeat } from '../async/polling-loop.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { answerQuestion } from '../vault/new-key-question.ts';
import { loadKeyRing } from '../vault/stored-key-ring.ts';
import type { ComponentHealth } from '../telemetry/health.ts';
import type { MasterKey } from '../vault/master-key.ts';
import type { Dependencies } from './dependencies.ts';

const CHECK_EVERY_MS = 2_000;

/**
 * Says whether this process has a new key, and learns when a former one is not believed any more. That new data uses the new key, it
 * learns from the stream of the platform. Runs until the signal aborts.
 */
export async function watchMasterKey(
  { masterKey: { ring }, stores, log }: Pick<Dependencies, 'masterKey' | 'stores' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const documents = stores.documents.store;
  const answer = answerQuestion(documents, ring);
  let current = ring.current.id;
  const run = async (): Promise<void> => {
    await answer();
    const isMoving = ring.former.some(({ closedAt }) => closedAt === undefined);
    if (isMoving) await loadKeyRing(documents, ring);
    if (ring.current.id === current) return;
    log.info({ former_key_id: current, key_id: ring.current.id }, 'master key replaced');
    current = ring.current.id;
  };
  const onError = (err: unknown): void => {
    // The health monitor reports it.
    if (!(err instanceof StoreUnavailable)) log.error({ err }, 'master key not followed');
  };
  await repeat({ run, everyMs: CHECK_EVERY_MS, onError }, signal);
}

/** Warnings; none makes the service unready. */
export function masterKeyHealth({ ring, file }: Pick<MasterKey, 'ring' | 'file'>): ComponentHealth {
  if (ring.former.some(({ closedAt }) => closedAt === undefined))
    return {
      ok: true,
      detail: 'The master key is being replaced. Complete it with: svc-ledger master-key rotate.',
    };
  if (file === undefined) return { ok: true };
  return {
    ok: true,
    needs_attention: false,
    detail:
      `${basename(file)} is in the same folder as the data, so anyone can read a copy of the folder. ` +
      'Move the key out of it, and set MASTER_KEY_FILE or MASTER_KEY.',
  };
}
