import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { suiteCompletions, usesIn } from './yaml-completions.ts';

it('offers each block of the text with a place for its parameters', () => {
  const text = `- test: A
- $USE x
---
- block: log in # all begin so
- description: For all
- parameters: [user, pin]
- hi
---
- block: "007"
- bye
---
- block: last
- parameters: one`;
  expect(usesIn(text.replace(' # all begin so', '')).map(({ label }) => label)).toEqual([
    '$USE log in: { user: , pin: }',
    '$USE 007',
    '$USE last: { one: }',
  ]);
  expect(usesIn('- test: A\n- block: x\n'.repeat(0))).toEqual([]);
});

it('offers the recordings that are known when somebody types', async () => {
  let names: string[] = [];
  const source = suiteCompletions(() => ({ recordingNames: names, library: [] }));
  names = ['welcome.wav'];
  const doc = '- $OPEN:\n  - so';
  const found = await source(new CompletionContext(EditorState.create({ doc }), doc.length, true));
  expect(found?.options.map(({ label }) => label)).toContain('sounds like: welcome.wav');
});
