/** The network score could be wrong in both directions: a bad line that passes, and a good one that is blamed for what we did. */
import type { NetworkFacts, NetworkSettings } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { measureNetwork, type TurnPackets } from './measure-network.ts';

const good: TurnPackets = {
  received: 250,
  lost: 0,
  lossBursts: 0,
  late: 0,
  lateBursts: 0,
  stalledMs: 0,
  silentMs: 12,
};

const known: NetworkSettings = { delayMs: 150, lossConcealment: true };

function scoreOf(change: Partial<TurnPackets>, settings = known) {
  const { score } = measureNetwork({ ...good, ...change }, settings);
  return 'unknown' in score
    ? score.unknown
    : [score.least, score.most].map((one) => one.toFixed(2));
}

describe('the network score of a turn', () => {
  it('is exact if nothing is unknown', () => {
    expect(scoreOf({})).toEqual(['4.33', '4.33']);
    expect(scoreOf({ lost: 13, received: 237, lossBursts: 13 })).toEqual(['3.74', '3.74']);
  });

  it('is worse if the losses come in a row', () => {
    const [spread] = scoreOf({ lost: 13, received: 237, lossBursts: 13 });
    const [inRow] = scoreOf({ lost: 13, received: 237, lossBursts: 1 });
    expect(Number(inRow)).toBeLessThan(Number(spread));
  });

  it('counts packets that came too late as lost, unless it was us who were late', () => {
    expect(scoreOf({ late: 13, lateBursts: 13 })).toEqual(['3.74', '3.74']);
    expect(scoreOf({ late: 13, lateBursts: 13, stalledMs: 80 })).toEqual(['3.74', '4.33']);
  });

  it('is worse if packets came too late in a row', () => {
    const inRow = { late: 13, lateBursts: 1 };
    expect(scoreOf(inRow)).toEqual(scoreOf({ lost: 13, received: 237, lossBursts: 1 }));
    expect(Number(scoreOf(inRow)[0])).toBeLessThan(3.7);
  });

  it('is the worst if more packets of the turn before turn out to have been late', () => {
    expect(scoreOf({ received: 100, late: 140, lateBursts: 1 })).toEqual(['1.09', '1.09']);
  });

  it('can be anything without a delay, but no better than without any', () => {
    expect(scoreOf({}, {})).toEqual(['1.00', '4.41']);
    expect(scoreOf({ lost: 125, received: 125, lossBursts: 100 }, {})[1]).toBe('1.61');
  });

  it('depends on concealment only if something was lost', () => {
    expect(scoreOf({}, { delayMs: 150 })).toEqual(['4.33', '4.33']);
    expect(scoreOf({ lost: 3, lossBursts: 3 }, { delayMs: 150 })).toEqual(['3.55', '4.21']);
  });

  it.each<[string, Partial<TurnPackets>, RegExp]>([
    ['no packet at all', { received: 0, silentMs: undefined }, /No audio came/],
    ['no packet in the turn', { received: 0, silentMs: 4000 }, /No audio came/],
    ['few packets', { received: 99 }, /Only 99 packets.*100 are needed/],
    // All that came is in order, and what did not come has no successor that shows the gap.
    ['a line that falls silent', { silentMs: 2600 }, /No packet came in the last 2\.6 s/],
    // The system drops packets that nobody takes.
    ['losses while we were busy', { lost: 40, lossBursts: 1, stalledMs: 6000 }, /busy for 6\.0 s/],
  ])('is unknown with %s', (_, change, why) => {
    expect(scoreOf(change)).toMatch(why);
  });

  it('says what it assumed', () => {
    const facts: NetworkFacts = measureNetwork({ ...good, stalledMs: 79.6 }, { delayMs: 90 });
    expect(facts).toMatchObject({ packets: 250, lost: 0, late: 0, stalledMs: 80, delayMs: 90 });
    expect(facts).not.toHaveProperty('lossConcealment');
  });
});
