/** What a node may do between the restoration of an older backup of the documents and the moment at which it notices. */
import type { SimulatedStores } from '../stores/stores.ts';
import type { SimulatedNode } from '../cluster/cluster.ts';

type Backup = Pick<SimulatedStores, 'restoredAtMs'>;

/** Then it has noticed, or the backup contains all that it knows of. */
const NOTICED_WITHIN_MS = 60_000;

/** Whether the node may read documents that went back, because it has not noticed it by this time. */
export function readsOlderDocuments({ restoredAtMs }: Backup, node: SimulatedNode, atMs: number): boolean {
  const restoredAt = restoredAtMs();
  if (restoredAt === undefined || node.startedAtMs > restoredAt) return false;
  const noticedAt = node.noticedOlderDocumentsAtMs;
  const isNoticed = noticedAt !== undefined && noticedAt >= restoredAt && noticedAt <= atMs;
  return !isNoticed && atMs <= restoredAt + NOTICED_WITHIN_MS;
}

export function findUnaware(
  backup: Backup,
  nodes: readonly SimulatedNode[],
  nowMs: number,
): string | undefined {
  const unaware = nodes.find((node) => node.state === 'up' && readsOlderDocuments(backup, node, nowMs));
  return unaware && `${unaware.name} has not noticed that the documents are older than before`;
}
