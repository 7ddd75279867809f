/** The database of the shop: orders and refunds, in memory or in a JSON file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface Order {
  order: number;
  item: string;
  /** In euros. */
  amount: number;
  state: 'paid' | 'refunded' | 'deleted';
}

export interface Refund {
  refund: string;
  order: number;
  amount: number;
}

interface Records {
  orders: Order[];
  refunds: Refund[];
}

export interface OrderBook {
  /** @throws Error if there is no such order, as all methods do */
  get(order: number): Order;
  /** Refunds the order. Nothing prevents a second refund. */
  refund(order: number): Refund;
  delete(order: number): Order;
  /** Adds a paid order. */
  add(item: string, amount: number): Order;
  /** Removes an order and its refunds. */
  remove(order: number): void;
  records(): Records;
}

const firstRecords = (): Records => ({
  orders: [
    { order: 7, item: 'lamp', amount: 40, state: 'paid' },
    { order: 8, item: 'chair', amount: 120, state: 'paid' },
  ],
  refunds: [],
});

/** Opens the database. Records are kept in `file`, or only in memory if it is absent. */
export function openOrderBook(file?: string): OrderBook {
  const records: Records =
    file !== undefined && existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : firstRecords();

  function save() {
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`);
  }

  function find(order: number): Order {
    const found = records.orders.find((one) => one.order === Number(order));
    if (!found) throw new Error(`There is no order ${order}.`);
    return found;
  }

  return {
    get: (order) => ({ ...find(order) }),

    refund(order) {
      const found = find(order);
      found.state = 'refunded';
      const refund = {
        refund: `R-${records.refunds.length + 1}`,
        order: found.order,
        amount: found.amount,
      };
      records.refunds.push(refund);
      save();
      return refund;
    },

    delete(order) {
      const found = find(order);
      found.state = 'deleted';
      save();
      return { ...found };
    },

    add(item, amount) {
      const order = Math.max(0, ...records.orders.map((one) => one.order)) + 1;
      const added: Order = { order, item, amount, state: 'paid' };
      records.orders.push(added);
      save();
      return { ...added };
    },

    remove(order) {
      const found = find(order);
      records.orders = records.orders.filter((one) => one !== found);
      records.refunds = records.refunds.filter((one) => one.order !== found.order);
      save();
    },

    records: () => structuredClone(records),
  };
}
