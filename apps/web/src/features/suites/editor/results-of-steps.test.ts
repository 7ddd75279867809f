import {
  describeExpectation,
  type Interaction,
  parseSuite,
  type StepResult,
  type Suite,
  type Test,
} from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { resultsOfSteps } from './results-of-steps.ts';

function say(text: string): Interaction {
  return { input: { kind: 'text', text }, assertions: [], branches: [], settings: {} };
}

function testOf(texts: string[]): Test {
  return { name: 'A', mode: 'normal', tags: [], interactions: texts.map(say) };
}

function ran(text: string): StepResult {
  return resultOf(say(text));
}

function resultOf(interaction: Interaction): StepResult {
  return {
    input: interaction.input,
    expected: describeExpectation(interaction),
    outcome: 'passed',
    verdicts: [],
  };
}

const results = ['a', 'b', 'c'].map(ran);

/** Describes the result of each step by its message, with a mark if it is outdated. */
function shown(texts: string[], from: StepResult[] = results) {
  return resultsOfSteps(testOf(texts), {}, from).map((result) => {
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
    const [first, second] = resultsOfSteps(testOf(['a', 'a']), {}, twins);
    expect(first?.step).toBe(twins[0]);
    expect(second?.step).toBe(twins[1]);
  });

  it('finds the results of steps with values of the suite, unless those have changed', () => {
    const suiteWith = (city: string) =>
      parseSuite(`configuration:
  variables: { city: ${city} }
  data: { slow: { seconds: "5" } }
---
- test: A
- dataRow: slow
- fly to {{city}}: "{{city}} it is"
- $PAUSE {{seconds}}
`).suite;
    const ranAs = parseSuite('- fly to Rome: Rome it is\n- $PAUSE 5\n').suite.tests[0] as Test;
    const areOutdatedIn = ({ configuration, tests: [test] }: Suite) =>
      resultsOfSteps(test as Test, configuration, ranAs.interactions.map(resultOf)).map(
        (result) => result?.isOutdated,
      );
    expect(areOutdatedIn(suiteWith('Rome'))).toEqual([false, false]);
    expect(areOutdatedIn(suiteWith('Oslo'))).toEqual([true, false]);
  });

  it('finds the results of steps with values of the virtual device', () => {
    const ofDevice = { deviceName: 'Nora' };
    const ran = parseSuite('- Hi: Hello\n- Nora: I am Nora\n').suite.tests[0];
    const from = ran?.interactions.map(resultOf) ?? [];
    const shownOf = (source: string) =>
      resultsOfSteps(parseSuite(source).suite.tests[0] as Test, {}, from, ofDevice).map(
        (result) => result && [from.indexOf(result.step), result.isOutdated],
      );
    const name = '- "{{deviceName}}": I am {{deviceName}}\n';
    expect(shownOf(`- Hi: Hello\n${name}`)).toEqual([
      [0, false],
      [1, false],
    ]);
    expect(shownOf(name)).toEqual([[1, false]]);
    expect(shownOf(`- Hi: "{{deviceName}}"\n${name}`)).toEqual([
      [0, true],
      [1, false],
    ]);
  });
});

const printed = ({ input }: StepResult) => (input.kind === 'text' ? input.text : input.kind);

describe('results beside the steps of a test that uses blocks', () => {
  it('stand beside the steps of the test, wherever blocks put them', () => {
    const { suite } = parseSuite(
      'configuration:\n  syntax: 2\n---\n- test: A\n- a\n- $USE b\n- c\n---\n- block: b\n- c\n- d\n',
    );
    const [test] = suite.tests;
    if (!test) throw new Error('no test');
    const inBlock = (step: number) => ({ step: 1, blocks: [{ name: 'b', step }] });
    const ranInBlocks = [
      { ...ran('a'), origin: { step: 0 } },
      { ...ran('c'), origin: inBlock(0) },
      { ...ran('d'), origin: inBlock(1) },
      { ...ran('x'), origin: { step: 2 } },
    ];
    const started: StepResult[] = ranInBlocks.map((one) => ({ ...one, startedAt: 1 }));
    const shownIn = (results: StepResult[], blocks = suite.blocks) =>
      resultsOfSteps(test, suite.configuration, results, undefined, blocks).map(
        (one) => one && [printed(one.step), one.isOutdated],
      );
    expect(shownIn(started)).toEqual([
      ['a', false],
      ['d', false],
      ['x', true],
    ]);
    // The first failed step of a block says more than its last step.
    const failed = started.with(1, { ...ran('c'), outcome: 'failed', origin: inBlock(0) });
    expect(shownIn(failed)[1]).toEqual(['c', false]);
    const edited = suite.blocks?.map((one) => ({ ...one, interactions: [say('other')] }));
    expect(shownIn(failed, edited)[1]).toEqual(['c', true]);
  });
});
