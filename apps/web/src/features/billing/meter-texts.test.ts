import type { Meter } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { levelOf, mostPressing, newRuns } from './meter-texts.ts';

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

describe('newRuns', () => {
  it.each([
    ['interactions', 'new runs'],
    ['callMinutes', 'new phone runs'],
  ] as const)('that %s stop are %s', (kind, text) => {
    expect(newRuns(kind)).toBe(text);
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

  it('is the interactions once they are used up, since these stop every run', () => {
    const meters = [meter('callMinutes', 250), meter('interactions', 100)];
    expect(mostPressing(meters)?.kind).toBe('interactions');
  });

  it('is the call minutes that are used up while interactions are only near', () => {
    const meters = [meter('interactions', 95), meter('callMinutes', 100)];
    expect(mostPressing(meters)?.kind).toBe('callMinutes');
  });

  it('is none while all is fine', () => {
    expect(mostPressing([meter('interactions', 10), meter('devices', 100)])).toBeUndefined();
  });
});
