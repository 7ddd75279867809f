import type { StepResult, VoiceFacts } from '@parley/suite';
import { expect, it } from 'vitest';
import { callMoments } from './call-moments.ts';

const unknown = { unknown: 'not measured' };

const stepWith = (voice: Partial<VoiceFacts>): StepResult => ({
  input: { kind: 'text', text: 'cancel it' },
  expected: 'anything',
  outcome: 'passed',
  verdicts: [],
  reply: {
    text: 'it is cancelled',
    messages: ['it is cancelled'],
    buttons: [],
    attachments: [],
    latencyMs: 1,
    payload: {},
    voice: {
      ...{ ours: [], theirs: [], snrDb: 60 },
      ...{ response: unknown, deadAir: unknown, overlap: unknown },
      ...voice,
    },
  },
});

it('names who speaks, with the words, and the silence between them', () => {
  const step = stepWith({
    ours: [[200, 1200]],
    theirs: [
      [3000, 3600],
      [3900, 5000],
    ],
  });
  expect(callMoments(step)).toEqual([
    { kind: 'second', fromS: 0.2, toS: 1.2, label: 'The tester speaks: “cancel it”' },
    { kind: 'none', fromS: 1.2, toS: 3, label: 'Silence' },
    { kind: 'first', fromS: 3, toS: 5, label: 'The line speaks: “it is cancelled”' },
  ]);
});

it('marks where both speak, and no silence in it', () => {
  const step = stepWith({ ours: [[1000, 2000]], theirs: [[0, 1500]] });
  expect(callMoments(step).filter(({ kind }) => kind === 'both')).toEqual([
    { kind: 'both', fromS: 1, toS: 1.5, label: 'Both speak' },
  ]);
  expect(callMoments(step).some(({ kind }) => kind === 'none')).toBe(false);
});

it('does not say which words belong to which of several utterances', () => {
  const labels = callMoments(
    stepWith({
      theirs: [
        [0, 1000],
        [4000, 5000],
      ],
    }),
  ).map(({ label }) => label);
  expect(labels).toEqual(['The line speaks', 'Silence', 'The line speaks']);
});

it('has nothing to mark if the call was not measured', () => {
  expect(callMoments({ ...stepWith({}), reply: undefined } as never)).toEqual([]);
});
