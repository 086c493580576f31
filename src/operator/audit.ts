/** Whether the history is being witnessed: the last verification, and the last signed checkpoint of each stream. */
import { FolderUnreadable } from '../audit/status.ts';
import { problem } from '../http/errors.ts';
import { operatorRoute } from './route.ts';
import type { OperatorRoute } from './route.ts';

export const auditRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/audit',
    role: 'viewer',
    handle({ services }) {
      try {
        return { status: 200, body: JSON.stringify(services.audit()) };
      } catch (fault) {
        if (!(fault instanceof FolderUnreadable)) throw fault;
        services.log.warn({ err: fault }, 'the folder of the checkpoints can not be read');
        return problem('service_unavailable', unreadable(fault), { retryAfter: RETRY_AFTER_SECONDS });
      }
    },
  }),
];

/** Somebody has to mend the folder first. */
const RETRY_AFTER_SECONDS = 30;

const unreadable = ({ message: code }: FolderUnreadable): string =>
  `This node cannot read the folder that CHECKPOINT_DIR names (${code}); its log names the file.`;
