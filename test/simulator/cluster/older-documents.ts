/** What a node may do between the restoration of an older backup of the documents and the moment at which it notices. */
import type { SharedDocuments } from '../stores/documents.ts';
import type { SimulatedNode } from './cluster.ts';

type Backup = Pick<SharedDocuments, 'restoredAtMs'>;

/** Whether the node reads documents that went back, and has not noticed it by this time. */
export function readsOlderDocuments({ restoredAtMs }: Backup, node: SimulatedNode, atMs: number): boolean {
  const restoredAt = restoredAtMs();
  if (restoredAt === undefined || node.startedAtMs > restoredAt) return false;
  const noticedAt = node.noticedOlderDocumentsAtMs;
  return noticedAt === undefined || noticedAt < restoredAt || noticedAt > atMs;
}

/** Every node that runs notices it. */
export function findUnaware(
  backup: Backup,
  nodes: readonly SimulatedNode[],
  nowMs: number,
): string | undefined {
  const unaware = nodes.find((node) => node.state === 'up' && readsOlderDocuments(backup, node, nowMs));
  return unaware && `${unaware.name} has not noticed that the documents are older than before`;
}
