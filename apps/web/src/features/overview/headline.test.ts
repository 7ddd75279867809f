import { describe, expect, it } from 'vitest';
import { detailsOf, headlineOf, isAllGreen } from './headline.ts';

const noMonitors = {
  failed: 0,
  unreachable: 0,
  settings: 0,
  internal: 0,
  undecided: 0,
  total: 0,
  unchecked: 0,
};
const noSuites = { total: 0, failing: 0, doubtful: 0, passed: 0, unknown: 0 };
const counts = (monitors: object, more: { recent?: number; suites?: object } = {}) => ({
  monitors: { ...noMonitors, ...monitors },
  recent: more.recent ?? 0,
  suites: { ...noSuites, ...more.suites },
});

describe('the headline', () => {
  it.each([
    ['Nothing is tested yet', counts({})],
    ['No test suite is failing', counts({}, { suites: { total: 2, passed: 2 } })],
    ['All 12 monitors pass', counts({ total: 12 })],
    ['The monitor passes', counts({ total: 1 })],
    ['No monitor fails, 2 are not checked', counts({ total: 12, unchecked: 2 })],
    ['3 monitors fail, 1 cannot reach its bot', counts({ total: 12, failed: 3, unreachable: 1 })],
    ['1 monitor cannot reach its bot', counts({ total: 1, unreachable: 1 })],
    ['2 monitors have problems in suites or settings', counts({ total: 3, settings: 2 })],
    [
      '1 monitor fails, 1 has a problem in its suite or settings, 1 is undecided',
      counts({ total: 4, failed: 1, settings: 1, undecided: 1 }),
    ],
    ['1 test suite failed in its last run', counts({ total: 4 }, { recent: 1 })],
    ['2 test suites failed in their last runs', counts({}, { recent: 2 })],
  ])('says “%s”', (text, given) => {
    expect(headlineOf(given)).toBe(text);
  });
});

it('says below it what is nobody’s incident, and what is not known', () => {
  const given = counts(
    { total: 3, failed: 1, unchecked: 1 },
    { recent: 2, suites: { total: 9, passed: 4, doubtful: 1, unknown: 1 } },
  );
  expect(detailsOf(given)).toBe(
    '2 suites failed without an incident · 4 of 9 suites passed · 1 doubtful · 1 without a result · 1 monitor not checked',
  );
});

it('is all green only if everything was checked and passed', () => {
  const suites = { total: 2, passed: 2 };
  expect(isAllGreen(counts({ total: 1 }, { suites }))).toBe(true);
  expect(isAllGreen(counts({ total: 1, unchecked: 1 }, { suites }))).toBe(false);
  expect(isAllGreen(counts({}, { suites: { total: 2, passed: 1, doubtful: 1 } }))).toBe(false);
  expect(isAllGreen(counts({}))).toBe(false);
});
