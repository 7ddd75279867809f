import type { StepResult } from '@parley/suite';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Turn } from './turn.tsx';

afterEach(cleanup);

const step: StepResult = {
  input: { kind: 'dial' },
  expected: 'prompt contains "welcome"',
  outcome: 'failed',
  startedAt: 1,
  finishedAt: 2,
  reply: {
    text: 'please leave a message',
    messages: ['please leave a message'],
    buttons: [],
    attachments: [],
    latencyMs: 10,
    payload: {},
  },
  verdicts: [
    {
      passed: false,
      assertion: {
        property: 'prompt',
        operator: 'contains',
        expected: ['welcome'],
        negated: false,
      },
      rule: 'prompt contains "welcome"',
      actual: 'please leave a message',
      expected: 'welcome',
    },
  ],
  failure: {
    class: 'wrong',
    code: 'mismatch',
    message: 'Expected prompt contains "welcome", got "please leave a message".',
    remark: {
      code: 'voicemail',
      message: 'A voicemail may have answered.',
      hint: 'Check the line.',
    },
  },
};

it('a step shows what differs first, and what was noticed besides after it', () => {
  render(<Turn runId="r1" step={step} number={1} isOver />);
  const text = screen.getByRole('listitem').textContent ?? '';
  const difference = text.indexOf('Reply contains "welcome"');
  expect(difference).toBeGreaterThan(-1);
  const remark = text.indexOf('Also noticed: A voicemail may have answered. Check the line.');
  expect(remark).toBeGreaterThan(difference);
  expect(text).toContain('Wrong answer');
});

it('a step shows what was said before the answer, and marks it', () => {
  const early = [{ text: 'please hold', confidence: 0.93 }];
  const heard = { ...step, reply: step.reply && { ...step.reply, early } };
  render(<Turn runId="r1" step={heard} number={1} isOver />);
  const text = screen.getByRole('listitem').textContent ?? '';
  expect(text).toMatch(/please hold.*Before the call was answered.*93.*please leave a message/);
});

it('a step shows the vocabulary that the recognizer was given, and why its words decide nothing', () => {
  const reply = step.reply && {
    ...step.reply,
    isUnsure: true as const,
    unsureReason: 'no-confidence' as const,
    payload: { transcript: 'please leave a message', vocabulary: ['Acme', 'Main Street'] },
  };
  render(<Turn runId="r1" step={{ ...step, ...(reply && { reply }) }} number={1} isOver />);
  const text = screen.getByRole('listitem').textContent ?? '';
  expect(text).toMatch(/Uncertain words.*Confidence unknown.*Vocabulary given: Acme, Main Street/);
});

it('a check of a system shows its answer in place of a reply, and offers no wording to accept', () => {
  const { reply: _, ...rest } = step;
  const checked: StepResult = {
    ...rest,
    input: { kind: 'check', request: { method: 'GET', url: '{{api}}/orders/7' } },
    sent: 'GET http://api/orders/7',
    checked: {
      method: 'GET',
      url: 'http://api/orders/7',
      tries: 1,
      ms: 20,
      answer: { status: 200, body: '{"state":"paid"}' },
    },
  };
  render(<Turn runId="r1" step={checked} number={1} isOver onAccept={() => {}} />);
  expect(screen.getByRole('region', { name: 'Answer of the system' }).textContent).toContain(
    'paid',
  );
  expect(screen.getByText('GET http://api/orders/7')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept this wording' })).toBeNull();
});

it('a check that got no answer says so', () => {
  const { reply: _, ...rest } = step;
  const input = { kind: 'check', request: { method: 'GET', url: 'http://api' } } as const;
  render(<Turn runId="r1" step={{ ...rest, input, outcome: 'error' }} number={1} isOver />);
  expect(screen.getByText('No answer')).toBeTruthy();
});

it('shows what a step measured, and why a number is missing', () => {
  const measurements = [
    { name: 'accuracy', value: 0.93 },
    { name: 'hits', why: 'The reply has no value at $.hits.' },
  ];
  render(<Turn runId="r1" step={{ ...step, measurements }} number={1} isOver />);
  expect(screen.getByText('Metric accuracy:').nextElementSibling?.textContent).toBe('0.93');
  expect(screen.getByText('Metric hits:').nextElementSibling?.textContent).toBe(
    'missing. The reply has no value at $.hits.',
  );
});
