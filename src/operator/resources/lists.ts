/** Lists of all books, and of what operators did, with filters. */
import { ACTIVITY_LIST } from '../lists/activity-list.ts';
import { replyWithList } from '../lists/list-page.ts';
import { TRANSFER_LIST } from '../lists/transfer-list.ts';
import { USER_LIST } from '../lists/user-list.ts';
import { WEBHOOK_DELIVERY_LIST } from '../lists/webhook-delivery-list.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

export const listHandlers = {
  listActivity: (call) => replyWithList(call, ACTIVITY_LIST, call.query),
  listOperatorTransfers: (call) => replyWithList(call, TRANSFER_LIST, call.query),
  listAllWebhookDeliveries: (call) => replyWithList(call, WEBHOOK_DELIVERY_LIST, call.query),
  listOperatorUsers: (call) => replyWithList(call, USER_LIST, call.query),
} satisfies Partial<OperatorHandlers>;
