/** The audit status: last verification, and last signed checkpoint of each stream. */
import { CheckpointFolderUnreadable } from '../../audit/verification/audit-status.ts';
import { problem } from '../../api/server/errors.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

export const auditHandlers = {
  getAuditStatus({ services }) {
    try {
      return { status: 200, body: JSON.stringify(services.audit()) };
    } catch (fault) {
      if (!(fault instanceof CheckpointFolderUnreadable)) throw fault;
      services.log.warn({ err: fault }, 'checkpoint folder unreadable');
      return problem('service_unavailable', unreadable(fault), { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  },
} satisfies Partial<OperatorHandlers>;

/** An operator has to fix the folder first. */
const RETRY_AFTER_SECONDS = 30;

const unreadable = ({ message: code }: CheckpointFolderUnreadable): string =>
  `This node cannot read the folder in CHECKPOINT_DIR (${code}). The log of the node names the file.`;
