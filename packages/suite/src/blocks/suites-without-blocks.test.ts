import { describe, expect, it } from 'vitest';
import { planRun } from '../events/plan.ts';
import { parseSuite } from '../format/parse/parse.ts';

const said = (text: string) =>
  planRun(parseSuite(text).suite).map(({ test }) => [
    test.name,
    ...test.interactions.map(({ input }) => (input.kind === 'text' ? input.text : input.kind)),
  ]);

describe('the words of blocks in a suite without version 2', () => {
  const suite = `- test: A
- $USE log in
- $USE log in: welcome
- hello: hi
---
- block: log in
- parameters: [user]
- I am {{user}}: welcome
`;

  it.each([
    ['no configuration', ''],
    ['version 1', 'configuration:\n  syntax: 1\n---\n'],
    ['none named', 'configuration:\n  locale: en-US\n---\n'],
  ])('are said to the bot, as ever: %s', (_, configuration) => {
    const read = parseSuite(configuration + suite);
    expect(said(configuration + suite)).toEqual([
      ['A', '$USE log in', '$USE log in', 'hello'],
      ['Test 2', 'block', 'parameters', 'I am {{user}}'],
    ]);
    expect(read.suite.blocks).toBeUndefined();
    expect(read.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const warnings = read.problems.map(({ message }) => message);
    expect(warnings.filter((text) => text === '"$USE log in" is sent to the bot.')).toHaveLength(2);
    expect(warnings).toContain('"block" is sent to the bot.');
  });

  it('are said in version 2, too, where they stand in quotes', () => {
    const text = `configuration:
  syntax: 2
---
- test: A
- "$USE log in"
- "block": hi
---
- "block": log in
`;
    expect(said(text)).toEqual([
      ['A', '$USE log in', 'block'],
      ['Test 2', 'block'],
    ]);
  });
});
