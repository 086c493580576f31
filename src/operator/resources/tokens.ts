/** Operator tokens: issue and revoke. Only the response that issues a token contains its secret. */
import { hasProviderId } from '../../ledger/dual-control/operator-name.ts';
import { messageOf } from '../../ledger/error-message.ts';
import type { OperatorTokenCreate } from '../../generated/api.ts';
import { invalidFields } from '../../api/server/errors.ts';
import type { Reply } from '../../api/server/reply.ts';
import { newOperatorToken } from '../../platform/credentials.ts';
import type { TokenRecord } from '../../platform/platform.ts';
import { pageInMemory } from '../operations/memory-page.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { createAnswerSeal } from '../operations/one-time-secrets.ts';
import { freshPlatform } from '../operations/services.ts';
import { submitToPlatform } from '../operations/platform-write.ts';

export const tokenHandlers = {
  listOperatorTokens: async ({ services, query }) =>
    pageInMemory([...(await freshPlatform(services)).tokens.values()].map(presentToken), query),
  createOperatorToken: (call) => issue(call, call.body),
  revokeOperatorToken: (call) => revoke(call, call.params.token_id, call.body.reason),
} satisfies Partial<OperatorHandlers>;

const presentToken = ({ id, name, role, revoked_at, created_at }: TokenRecord) => ({
  id,
  object: 'operator_token' as const,
  name,
  role,
  status: revoked_at === null ? 'active' : 'revoked',
  revoked_at,
  created_at,
});

async function issue(caller: OperatorCaller, { name, role }: OperatorTokenCreate): Promise<Reply> {
  if (hasProviderId(name.trim()))
    return invalidFields([
      { field: 'name', code: 'invalid', message: 'Use a name that does not end with the ID of an operator.' },
    ]);
  const seal = await createAnswerSeal(caller);
  return submitToPlatform(caller, {
    decide({ time }) {
      const { id, text, event } = newOperatorToken(name, role);
      const token = presentToken({ id, name, role, created_at: time, revoked_at: null });
      const fullBody = JSON.stringify({ ...token, secret: text });
      return {
        events: [event],
        answer: { status: 201, body: fullBody },
        recorded: { body: JSON.stringify({ ...token, secret: null }), sealedBody: seal(fullBody) },
      };
    },
  });
}

function revoke(caller: OperatorCaller, tokenId: string, reason: string | undefined): Promise<Reply> {
  const { platform } = caller.services;
  return submitToPlatform(caller, {
    reason,
    isRevocation: true,
    decide({ time }) {
      const token = platform().tokens.get(tokenId);
      if (token === undefined)
        return { refusal: { code: 'not_found', message: messageOf('not_found', 'Unknown operator token.') } };
      const isNew = token.revoked_at === null;
      const body = JSON.stringify(presentToken(isNew ? { ...token, revoked_at: time } : token));
      return {
        events: isNew ? [{ type: 'operator_token.revoked', data: { token_id: tokenId } }] : [],
        answer: { status: 200, body },
      };
    },
  });
}
