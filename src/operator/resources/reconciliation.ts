/** Reconciliation: statements of the bank accounts behind the rails. */
import { invalidFields } from '../../api/server/errors.ts';
import type { EnvironmentName } from '../../ledger/environment.ts';
import { readStatement } from '../../reconciliation/statements/read-statement.ts';
import { InvalidStatement } from '../../reconciliation/statements/statement.ts';
import { pageInMemory } from '../operations/memory-page.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import { replyToStreamOutcome } from '../operations/platform-write.ts';

export const reconciliationHandlers = {
  async listBankStatements({ services, params, query }) {
    const reconciliation = await services.reconciliations.get(environmentIn(params));
    // Another node may have imported a statement before this request was sent.
    await reconciliation.refresh();
    return pageInMemory(reconciliation.statements(), query);
  },
  async importBankStatement(call) {
    const { services, params, body, actor, requestId, idempotency } = call;
    const currencies = services.railCurrencies.get(body.rail);
    if (currencies === undefined) return rejected('rail', 'There is no rail with this code.');
    try {
      const statement = readStatement(body, currencies);
      const decimals = currencies.get(statement.currency) ?? 0;
      const reconciliation = await services.reconciliations.get(environmentIn(params));
      const outcome = await reconciliation.importStatement(
        { ...statement, rail: body.rail, decimals },
        { actor, requestId, idempotency },
      );
      return await replyToStreamOutcome(call, outcome);
    } catch (error) {
      if (!(error instanceof InvalidStatement)) throw error;
      return rejected(body.format === 'json' ? 'statement' : 'content', error.message);
    }
  },
} satisfies Partial<OperatorHandlers>;

// The router only matches these environments.
const environmentIn = ({ environment }: { environment: string }): EnvironmentName =>
  environment as EnvironmentName;

const rejected = (field: string, message: string) =>
  invalidFields([{ field, code: 'invalid_value', message }]);
