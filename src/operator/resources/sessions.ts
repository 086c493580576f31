/** Console sessions: list and revoke. Operators see and revoke their own, and admins all. */
import { notFoundProblem } from '../../api/server/errors.ts';
import type { ConsoleSession } from '../../generated/api.ts';
import { pageInMemory } from '../operations/memory-page.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import type { ListedSession } from '../operations/session-directory.ts';

export const sessionHandlers = {
  async listSessions({ services, token, query }) {
    const own = token.role === 'admin' ? query.operator_id : token.id;
    const found = await services.sessions.list(own);
    const shown = query.operator_id === undefined ? found : found.filter(isOf(query.operator_id));
    return pageInMemory(
      shown.map((each) => present(each, 'active')),
      query,
    );
  },
  async revokeSession(call) {
    const { services, token, params, body } = call;
    const session = await services.sessions.get(params.session_id);
    if (session === undefined || (token.role !== 'admin' && !isOf(token.id)(session)))
      return notFoundProblem('session');
    await services.sessions.revoke(session.id);
    const answer = { status: 200, body: JSON.stringify(present(session, 'revoked')) };
    return submitToPlatform(call, { decide: () => ({ events: [], answer }), reason: body.reason });
  },
} satisfies Partial<OperatorHandlers>;

const isOf =
  (operatorId: string) =>
  ({ operator }: ListedSession): boolean =>
    operator.id === operatorId;

const present = (session: ListedSession, status: ConsoleSession['status']): ConsoleSession => ({
  ...session,
  object: 'console_session',
  status,
});
