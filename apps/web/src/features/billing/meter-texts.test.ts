import type { Meter } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { levelOf, mostPressing } from './meter-texts.ts';

describe('levelOf', () => {
  it.each([
    [0, 100, 'fine'],
    [79, 100, 'fine'],
    [80, 100, 'near'],
    [99, 100, 'near'],
    [100, 100, 'reached'],
    [140, 100, 'reached'],
    [1_000_000, null, 'fine'],
    [0, 0, 'fine'],
  ] as const)('%i of %s is %s', (used, quota, level) => {
    expect(levelOf({ used, quota })).toBe(level);
  });
});

describe('mostPressing', () => {
  const meter = (kind: Meter['kind'], used: number): Meter => ({
    kind,
    used,
    quota: 100,
    forecast: null,
  });

  it('is the one nearest to its quota of those that stop runs', () => {
    const meters = [meter('interactions', 85), meter('callMinutes', 90), meter('devices', 100)];
    expect(mostPressing(meters)?.kind).toBe('callMinutes');
  });

  it('is none while all is fine', () => {
    expect(mostPressing([meter('interactions', 10), meter('devices', 100)])).toBeUndefined();
  });
});
