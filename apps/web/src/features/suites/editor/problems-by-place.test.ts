import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { problemsByPlace } from './problems-by-place.ts';

function placesOf(...lines: string[]) {
  const source = lines.join('\n');
  return problemsByPlace(source, parseSuite(source).problems);
}

describe('problems beside what they are about', () => {
  it('stand at the step that has them', () => {
    const { tests, elsewhere } = placesOf(
      '- test: A',
      '- hello: welcome',
      '---',
      '- test: B',
      '- hello: welcome',
      '- bye:',
      '  - prompt =~ "("',
    );
    expect(elsewhere).toEqual([]);
    expect(tests.map(({ ofSteps }) => ofSteps.map((list) => list.length))).toEqual([[0], [0, 1]]);
  });

  it('stand at the test where they are in its head', () => {
    const { tests } = placesOf('- test: A', '- description: {}', '- hello: welcome');
    expect(tests[0]?.ofTest).toHaveLength(1);
    expect(tests[0]?.ofSteps).toEqual([[]]);
  });

  it('stand apart where they are in the configuration', () => {
    const { tests, elsewhere } = placesOf(
      'configuration:',
      '  concurrency: many',
      '---',
      '- hello: welcome',
    );
    expect(elsewhere).toHaveLength(1);
    expect(tests[0]?.ofTest).toEqual([]);
  });

  it('are none in a text without any', () => {
    expect(placesOf('- hello: welcome')).toEqual({ elsewhere: [], tests: [], blocks: [] });
  });

  it('are at the block and the step of it', () => {
    const { blocks, tests } = placesOf(
      'configuration:\n  syntax: 2\n---\n- test: A\n- $USE b\n---\n- block: b\n- parameters: [x]\n- $USE c\n',
    );
    expect(tests[0]?.ofSteps[0]?.map(({ message }) => message)).toEqual([
      'A text for "x" is missing: the block "b" (line 7) needs it.',
    ]);
    expect(blocks[0]?.ofTest.map(({ message }) => message)).toEqual([
      'The block "b" does not use its parameter "x".',
    ]);
    expect(blocks[0]?.ofSteps[0]?.map(({ message }) => message)).toEqual([
      'There is no block "c" in this suite.',
    ]);
  });
});
