import type { RunEvent } from '@parley/suite';
import { expect, it } from 'vitest';
import { type ReadAs, readEvents } from './read-events.ts';

/** Creates the events of a run with this many tests, each with a reply of this many characters. */
function linesOf(tests: number, length: number): string {
  const input = { kind: 'text' as const, text: 'Hi' };
  const steps = [{ input, expected: 'contains “Hi”' }];
  const names = Array.from({ length: tests }, (_, at) => `Test ${at}`);
  const text = 'x'.repeat(length);
  const reply = { text, messages: [text], buttons: [], attachments: [], latencyMs: 1 };
  const events = [
    { type: 'run.started', at: 1, tests: names.map((name) => ({ name, mode: 'run', steps })) },
    ...names.flatMap((_, test) => {
      const place = { at: 2, test, attempt: 1 };
      return [
        { type: 'test.started', ...place },
        { type: 'step.started', ...place, step: 0, sent: 'Hi' },
        { type: 'step.finished', ...place, step: 0, outcome: 'passed', verdicts: [], reply },
        { type: 'test.finished', ...place, outcome: 'passed' },
      ];
    }),
  ] as unknown as RunEvent[];
  return events.map((event) => JSON.stringify(event)).join('\n');
}

it('a page of tests ends before it becomes large, and the next one continues', () => {
  const lines = linesOf(7, 400_000);
  const pages: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: ReadAs['tests'] = readEvents({
      lines,
      purpose: 'tests',
      reading: { from, to: from + 100 },
    });
    expect(page.items.length).toBeLessThan(1_100_000);
    pages.push(JSON.parse(page.items).length);
    from = page.end;
  }
  expect(pages).toEqual([2, 2, 2, 1]);
});

it('a page of tests has one at least, and ends where it was asked to', () => {
  const large = linesOf(2, 1_500_000);
  const first = readEvents({ lines: large, purpose: 'tests', reading: { from: 0, to: 100 } });
  expect([JSON.parse(first.items).length, first.end]).toEqual([1, 1]);
  const lines = linesOf(5, 10);
  const asked = readEvents({ lines, purpose: 'tests', reading: { from: 1, to: 3 } });
  expect([JSON.parse(asked.items).length, asked.end]).toEqual([2, 3]);
  const beyond = readEvents({ lines, purpose: 'tests', reading: { from: 9, to: 10 } });
  expect([beyond.items, beyond.end]).toEqual(['[]', null]);
});

it('a gate sees failed calls in each play of a step and without a reply, however large their results are', () => {
  const input = { kind: 'text' as const, text: 'Hi' };
  const place = { at: 2, test: 0, attempt: 1, step: 0 };
  const call = { name: 'refund', id: 'call_1', stage: 'executed', round: 0 };
  const tools = (more: object) => ({ format: 'ai-sdk', calls: [{ ...call, ...more }] });
  const reply = { text: 'x'.repeat(9_000), messages: [], buttons: [], attachments: [] };
  const play = { type: 'step.finished', ...place, outcome: 'passed', verdicts: [] };
  const result = { error: 'down', data: 'x'.repeat(9_000) };
  const events = [
    {
      type: 'run.started',
      at: 1,
      tests: [{ name: 'A', mode: 'run', steps: [{ input, expected: 'x' }] }],
    },
    { type: 'test.started', at: 2, test: 0, attempt: 1 },
    { type: 'step.started', ...place, sent: 'Hi' },
    { ...play, reply: { ...reply, latencyMs: 9, heldMs: 5, tools: tools({ error: 'down' }) } },
    { type: 'step.started', ...place, sent: 'Hi' },
    { ...play, silence: { events: [{ text: 'x' }], tools: tools({ result }) } },
  ] as unknown as RunEvent[];
  const lines = events.map((event) => JSON.stringify(event)).join('\n');
  const { tests } = readEvents({ lines, purpose: 'gate', reading: {} });
  expect(JSON.stringify(tests).length).toBeLessThan(6_000);
  const [step] = tests[0]?.steps ?? [];
  expect(step?.earlierPlays?.[0]?.reply).toMatchObject({
    latencyMs: 9,
    heldMs: 5,
    tools: { calls: [{ error: 'down' }] },
  });
  expect(step?.silence?.tools?.calls).toEqual([{ ...call, result: { isError: true } }]);
});
