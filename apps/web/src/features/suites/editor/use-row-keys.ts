import { useRef } from 'react';
import { carryKeys, type KeyedRows, noRows } from './row-keys.ts';

/** Stable React keys for rows that are parsed from the text after each edit. */
export function useRowKeys(items: readonly unknown[]): string[] {
  const known = useRef<{ items: readonly unknown[]; rows: KeyedRows }>({ items: [], rows: noRows });
  if (known.current.items !== items) {
    known.current = { items, rows: carryKeys(known.current.rows, items) };
  }
  return known.current.rows.keys;
}
