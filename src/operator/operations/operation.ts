/** An operation of the operator API: its generated declaration and its handler. */
import type { BookCaller, InputOf, Operation } from '../../api/operations/operation.ts';
import type { Reply } from '../../api/server/reply.ts';
import type {
  OperatorOperationId,
  OperatorOperationTypes,
  operatorOperations,
} from '../../generated/operator-operations.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import type { OperatorServices } from './services.ts';

/**
 * The caller of an operator operation. It is also a caller of the book that the operation concerns, so operators read and
 * write books with the same code as integrators.
 */
export type OperatorCaller = Omit<BookCaller, 'services'> & {
  readonly services: OperatorServices;
  readonly token: OperatorToken;
};

export type OperatorCall<Id extends OperatorOperationId> = OperatorCaller &
  InputOf<OperatorOperationTypes[Id]>;

/** A handler for each operation. A missing or unknown handler does not compile. */
export type OperatorHandlers = {
  readonly [Id in OperatorOperationId]: (call: OperatorCall<Id>) => Reply | Promise<Reply>;
};

export type OperatorOperation = Operation<(typeof operatorOperations)[OperatorOperationId], OperatorCaller>;
