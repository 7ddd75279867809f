import { expect, it } from 'vitest';
import { nearTool } from './near-tool.ts';

it.each([
  ['refund_orders', 'refund_order', true],
  ['Refund_Order', 'refund_order', true],
  ['refundOrder', 'refund_order', true],
  ['refnud_order', 'refund_order', true],
  ['set_order', 'get_order', false],
  ['delete_order', 'get_order', false],
  ['lock_door', 'unlock_door', false],
  ['search_v2', 'search_v1', false],
  ['send_mail', 'read_mail', false],
  ['refund', 'refund_order', false],
])('a name that is meant by %s is near: %s, %s', (tool, called, isNear) => {
  expect(nearTool(tool, ['other', called])).toBe(isNear ? called : undefined);
});
