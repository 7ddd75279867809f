import { describeExpectation, type Interaction, type StepResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { resultsOfSteps } from './results-of-steps.ts';

function say(text: string): Interaction {
  return { input: { kind: 'text', text }, assertions: [], branches: [], settings: {} };
}

function ran(text: string): StepResult {
  const interaction = say(text);
  return {
    input: interaction.input,
    expected: describeExpectation(interaction),
    outcome: 'passed',
    verdicts: [],
  };
}

const results = ['a', 'b', 'c'].map(ran);

/** Each step as the text of its result, with a mark if that is outdated. */
function shown(texts: string[], from: StepResult[] = results) {
  return resultsOfSteps(texts.map(say), from).map((result) => {
    const { input } = result?.step ?? {};
    const text = input?.kind === 'text' ? input.text : '-';
    return result?.isOutdated ? `${text}?` : text;
  });
}

describe('results beside the steps that are edited', () => {
  it.each([
    ['unchanged', ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['moved', ['c', 'a', 'b'], ['c', 'a', 'b']],
    ['one changed', ['a', 'x', 'c'], ['a', 'b?', 'c']],
    ['one added', ['a', 'new', 'b', 'c'], ['a', '-', 'b', 'c']],
    ['one removed', ['b', 'c'], ['b', 'c']],
    ['one changed and one added', ['x', 'b', 'c', 'new'], ['-', 'b', 'c', '-']],
    ['never ran', [], []],
  ])('%s', (_what, texts, wanted) => {
    expect(shown(texts)).toEqual(wanted);
  });

  it('gives equal steps their own results', () => {
    const twins = [ran('a'), ran('a')];
    const [first, second] = resultsOfSteps([say('a'), say('a')], twins);
    expect(first?.step).toBe(twins[0]);
    expect(second?.step).toBe(twins[1]);
  });
});
