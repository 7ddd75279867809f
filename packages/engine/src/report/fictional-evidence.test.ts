/** Tests with a fictional kind of evidence that a row in the table is enough to include a kind in all reports. */
import { foldEvents, type RunEvent } from '@parley/suite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kept } from '../evidence.ts';
import { renderJunit } from './junit.ts';
import { createListReporter } from './list.ts';

vi.mock(import('../../../suite/src/events/evidence/kinds.ts'), async (original) => {
  const { evidenceKinds, ...rest } = await original();
  const weather = {
    ...evidenceKinds.log,
    title: 'Weather',
    noun: 'weather report',
    ending: 'wx',
    bytesMax: 3,
  };
  return { ...rest, evidenceKinds: { ...evidenceKinds, weather } };
});

afterEach(() => vi.restoreAllMocks());

const kind = 'weather' as 'log';
const failure = { class: 'wrong', code: 'mismatch', message: 'Expected sun.' } as const;
const place = { at: 1, test: 0, attempt: 1 };
const events: RunEvent[] = [
  {
    type: 'run.started',
    at: 1,
    tests: [
      { name: 'A', mode: 'run', steps: [{ input: { kind: 'text', text: 'Hi' }, expected: 'sun' }] },
    ],
  },
  { type: 'test.started', ...place },
  { type: 'step.started', ...place, step: 0, sent: 'Hi' },
  {
    type: 'step.finished',
    ...place,
    step: 0,
    outcome: 'failed',
    failure,
    verdicts: [],
    evidence: [{ kind, id: 'weather-1.wx' }],
    lostEvidence: [{ kind, reason: 'too-large' }],
  },
  { type: 'test.finished', ...place, outcome: 'failed', failure },
  { type: 'run.finished', at: 2, status: 'failed' },
];
const run = { name: 'suite', result: foldEvents(events), evidenceFolder: 'kept' };

describe('a kind of evidence that only the table knows', () => {
  it('is attached to the JUnit report, which also tells what could not be kept', () => {
    const junit = renderJunit([run]);
    expect(junit).toContain('[[ATTACHMENT|kept/weather-1.wx]]');
    expect(junit).toContain('The weather report is too large to keep.');
  });

  it('is told at the terminal by its name', () => {
    let told = '';
    const reporter = createListReporter({ write: (text) => (told += text), hasColors: false });
    for (const event of events) reporter.event?.(run, event);
    expect(told).toContain('weather report: kept/weather-1.wx');
    expect(told).toContain('The weather report is too large to keep.');
  });

  it('is kept within its own limit', async () => {
    const keep = async () => 'weather-1.wx';
    const sizes = [3, 4].map((size) => [{ kind, bytes: new Uint8Array(size) }]);
    const [small = [], large = []] = sizes;
    expect(await kept(small, keep)).toEqual({ evidence: [{ kind, id: 'weather-1.wx' }] });
    expect(await kept(large, keep)).toEqual({ lostEvidence: [{ kind, reason: 'too-large' }] });
  });
});
