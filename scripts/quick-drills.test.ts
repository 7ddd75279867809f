import { expect, it } from 'vitest';
import { runQuickDrills } from './quick-drills.mjs';

interface Given {
  isCi?: boolean;
  isShared?: boolean;
  /** Exit codes by drill, one per try; 0 once they are used up. */
  codes?: Record<string, (number | null)[]>;
}

/** @returns the programs that ran, with a line where the layer waited until it was alone, and the outcome */
async function outcomeOf({ isCi = false, isShared = true, codes = {} }: Given) {
  const ran: string[] = [];
  const left = structuredClone(codes);
  const outcome = await runQuickDrills(
    {
      isShared,
      print() {},
      async run(_, args) {
        const name = args.at(-2) ?? '';
        ran.push(name);
        return left[name]?.length ? (left[name].shift() ?? null) : 0;
      },
      async untilAlone() {
        ran.push('alone');
      },
    },
    isCi,
  );
  return { ...outcome, alone: ran.slice(ran.indexOf('alone') + 1) };
}

it('runs the drill that compares rates when nothing runs beside it', async () => {
  const { passed, failed, alone } = await outcomeOf({});
  expect([passed, failed, alone]).toEqual([9, 0, ['capacity']]);
});

it.each<[string, Given, object]>([
  [
    'is tried again alone if it failed beside other tests',
    { codes: { schedules: [1] } },
    { passed: 9, failed: 0, retried: ['schedules'], alone: ['capacity', 'schedules'] },
  ],
  [
    'has failed if it fails alone as well',
    { codes: { schedules: [1, 1], tries: [null] } },
    { passed: 8, failed: 1, retried: ['tries'], note: 'failed: schedules' },
  ],
  [
    'has failed at once if nothing ran beside it',
    { isShared: false, codes: { schedules: [1] } },
    { passed: 8, failed: 1, retried: [], note: 'failed: schedules', alone: ['capacity'] },
  ],
  [
    'has failed at once if it compares rates',
    { codes: { capacity: [1] } },
    { passed: 8, failed: 1, retried: [], note: 'failed: capacity', alone: ['capacity'] },
  ],
  [
    'is tried again in CI in any case',
    { isCi: true, isShared: false, codes: { capacity: [1], schedules: [1, null] } },
    { passed: 8, failed: 1, retried: ['capacity'], note: 'failed: schedules' },
  ],
])('a drill %s', async (_, given, expected) => {
  expect(await outcomeOf(given)).toMatchObject(expected);
});
