import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../observability/log.ts';
import { watchOutage } from './outage.ts';

let lines: { level: number; msg: string; leftOut?: number; seconds?: number }[];
let isAway: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  isAway = true;
});
afterEach(() => void vi.useRealTimers());

function watched() {
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const outage = watchOutage(log, async () => {
    if (isAway) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  const lose = () => {
    const error = outage.mark(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    log.warn({ err: new Error('Failed query', { cause: error }) }, 'Monitoring failed');
    // A copy of the error, as the job queue passes it on.
    log.error({ err: { ...error, message: error.message } }, 'The job queue failed');
  };
  return { log, outage, lose };
}

const told = () => lines.map(({ msg }) => msg);

describe('while the database is away', () => {
  it('one line says so, one each minute, and one that it is back', async () => {
    const { lose } = watched();
    for (let second = 0; second < 150; second += 1) {
      lose();
      await vi.advanceTimersByTimeAsync(1000);
    }
    isAway = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(told()).toEqual([
      'The database is away',
      'The database is still away',
      'The database is still away',
      'The database is back',
    ]);
    expect(lines.at(-1)).toMatchObject({ leftOut: 300 });
    expect(lines.at(-1)?.seconds).toBeGreaterThanOrEqual(150);
  });

  it('other lines are written, including those of other addresses that refuse connections', async () => {
    const { log, lose } = watched();
    lose();
    await vi.advanceTimersByTimeAsync(10);
    const refused = Object.assign(new Error('mail'), { code: 'ECONNREFUSED' });
    log.warn({ err: refused }, 'A mail could not be sent');
    expect(told()).toEqual(['The database is away', 'A mail could not be sent']);
  });
});

it('a lost connection to an available database is logged unchanged', async () => {
  isAway = false;
  const { lose } = watched();
  lose();
  await vi.advanceTimersByTimeAsync(10);
  expect(told()).toEqual(['Monitoring failed', 'The job queue failed']);
});

it('what waits for an answer is written when the program stops', () => {
  const { lose, outage } = watched();
  lose();
  expect(told()).toEqual([]);
  outage.close();
  expect(told()).toEqual(['Monitoring failed', 'The job queue failed']);
});
