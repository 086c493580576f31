/** Lists of objects of all books, with filters. */
import { replyWithListPage } from '../lists/list-page.ts';
import { TRANSFER_LIST } from '../lists/transfer-list.ts';
import { USER_LIST } from '../lists/user-list.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

export const listHandlers = {
  listOperatorTransfers: (call) => replyWithListPage(call, TRANSFER_LIST, call.query),
  listOperatorUsers: (call) => replyWithListPage(call, USER_LIST, call.query),
} satisfies Partial<OperatorHandlers>;
