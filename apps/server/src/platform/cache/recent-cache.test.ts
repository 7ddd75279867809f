import { expect, it } from 'vitest';
import { createPieceCache } from './piece-cache.ts';
import { createRecentCache } from './recent-cache.ts';

const piecesOf = (...lengths: number[]) => lengths.map((length) => Buffer.alloc(length));

it('drops the least recently used pieces once it is full', () => {
  const cache = createPieceCache(40);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, piecesOf(6, 4));
  cache.get('a');
  cache.set('e', piecesOf(5, 5));
  const kept = ['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key));
  expect(kept).toEqual(['a', 'c', 'd', 'e']);
});

it('counts a key once however often it is set', () => {
  const cache = createPieceCache(40);
  cache.set('a', piecesOf(10));
  for (let at = 0; at < 10; at += 1) cache.set('b', piecesOf(10));
  expect(cache.get('a')).toHaveLength(1);
});

it('keeps nothing that would drop most of the others', () => {
  const cache = createPieceCache(40);
  cache.set('a', piecesOf(10));
  cache.set('b', piecesOf(11));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toHaveLength(1);
});

it('counts entries where they have no size of their own', () => {
  const cache = createRecentCache<number>({ sizeMax: 2 });
  for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 1, 2]);
});

it('forgets what a key stood for when its new value is too large', () => {
  const cache = createRecentCache<string>({ sizeMax: 5, sizeOf: ({ length }) => length });
  cache.set('a', 'small');
  cache.set('a', 'too large');
  expect(cache.get('a')).toBeUndefined();
});
