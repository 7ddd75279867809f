import { foldEvents, type RunEvent } from '@parley/suite';
import { expect, it } from 'vitest';
import { presentSharedRun } from './present-shared-run.ts';

it('shows people outside no address, answer or value of a system behind the bot', () => {
  const url = 'https://orders.internal.example/orders/order-one';
  const place = { at: 1, test: 0, attempt: 1 };
  const failure = {
    class: 'wrong',
    code: 'check-failed',
    message: `Expected of GET ${url} that $.state equals "refunded", got "confidential".`,
  } as const;
  const events: RunEvent[] = [
    {
      type: 'run.started',
      at: 1,
      tests: [
        {
          name: 'A',
          mode: 'run',
          steps: [{ input: { kind: 'check', request: { method: 'GET', url } }, expected: '' }],
        },
      ],
    },
    { type: 'test.started', ...place },
    {
      type: 'request.finished',
      ...place,
      when: 'before',
      place: 0,
      outcome: 'passed',
      sent: { method: 'POST', url, tries: 1, ms: 1, answer: { status: 201, body: 'confidential' } },
      verdicts: [],
      saved: { order: 'order-one' },
    },
    { type: 'step.started', ...place, step: 0, sent: `GET ${url}` },
    {
      type: 'step.finished',
      ...place,
      step: 0,
      outcome: 'failed',
      failure,
      verdicts: [],
      checked: {
        method: 'GET',
        url,
        tries: 1,
        ms: 1,
        answer: { status: 200, body: 'confidential' },
      },
    },
    { type: 'test.finished', ...place, outcome: 'failed', failure },
    { type: 'run.finished', at: 2, status: 'failed' },
  ];
  const result = foldEvents(events);
  const run = {
    suiteName: 'Orders',
    platform: 'webchat',
    status: 'failed',
    counts: result.counts,
    startedAt: null,
    finishedAt: null,
  } as never;
  const shown = JSON.stringify(presentSharedRun(run, result));
  expect(shown).not.toMatch(/orders\.internal|order-one|confidential/);
  expect(shown).toContain('A check of another system failed.');
  expect(shown).toContain('GET •••');
});
