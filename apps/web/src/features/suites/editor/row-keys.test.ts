import { describe, expect, it } from 'vitest';
import { carryKeys, noRows } from './row-keys.ts';

const start = carryKeys(noRows, ['a', 'b', 'c']);

describe('keys of rows', () => {
  it('gives each new row a key of its own, also when rows are equal', () => {
    expect(new Set(carryKeys(noRows, ['a', 'a', 'a']).keys).size).toBe(3);
  });

  it('keeps the key of the row that is being typed in', () => {
    expect(carryKeys(start, ['a', 'bx', 'c']).keys).toEqual(start.keys);
  });

  it('keeps the keys of the others when a row is added or removed', () => {
    const added = carryKeys(start, ['a', 'new', 'b', 'c']);
    expect([added.keys[0], added.keys[2], added.keys[3]]).toEqual(start.keys);
    expect(start.keys).not.toContain(added.keys[1]);
    const removed = carryKeys(start, ['a', 'c']);
    expect(removed.keys).toEqual([start.keys[0], start.keys[2]]);
  });

  it('moves keys along with reordered rows', () => {
    expect(carryKeys(start, ['c', 'a', 'b']).keys).toEqual([
      start.keys[2],
      start.keys[0],
      start.keys[1],
    ]);
  });

  it('keeps equal rows where they are', () => {
    const twins = carryKeys(noRows, ['x', 'x']);
    expect(carryKeys(twins, ['x', 'xy']).keys).toEqual(twins.keys);
  });

  it('keeps the key of a row that moves by its new name', () => {
    const rows = carryKeys(noRows, Object.entries({ gold: 1, basic: 2, new: 3 }));
    const renamed = carryKeys(rows, Object.entries({ gold: 1, 2: 2, new: 3 }));
    expect(renamed.keys).toEqual([rows.keys[1], rows.keys[0], rows.keys[2]]);
  });

  it('never gives a key twice', () => {
    const removed = carryKeys(start, ['a', 'b']);
    const added = carryKeys(removed, ['a', 'b', 'd']);
    expect(start.keys).not.toContain(added.keys[2]);
  });
});
