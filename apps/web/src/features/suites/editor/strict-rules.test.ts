import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { strictTextOf } from './strict-rules.ts';

describe('a text with strict rules', () => {
  it('keeps its comments and says what would become an error', () => {
    const source =
      'configuration:\n  # about the suite\n  locale: en-US\n  conccurency: 3\n---\n- test: A\n- hi: hi\n';
    const strict = strictTextOf(source);
    expect(strict.source).toContain('# about the suite');
    expect(parseSuite(strict.source).suite.configuration.syntax).toBe(2);
    expect(strict.problems.map(({ message }) => message)).toEqual([
      '"conccurency" is unknown to Parley. Did you mean "concurrency"?',
    ]);
    expect(strict.isRunnable).toBe(false);
  });

  it('says nothing of errors that are there already', () => {
    const strict = strictTextOf('configuration: { retries: many }\n---\n- test: A\n- hi: hi\n');
    expect(strict.problems).toEqual([]);
    expect(strict.isRunnable).toBe(false);
  });

  it('goes on saying what would otherwise be words of blocks', () => {
    const source = '- test: A\n- $USE log in: welcome\n---\n- block: log in\n- hi: hi\n';
    const strict = strictTextOf(source);
    const { suite } = parseSuite(strict.source);
    expect({ tests: suite.tests }).toEqual(
      parseSuite(source).suite && { tests: parseSuite(source).suite.tests },
    );
    expect(suite.blocks).toBeUndefined();
    expect(strict).toMatchObject({ problems: [], isRunnable: true });
  });

  it('can be run where nothing is wrong', () => {
    expect(strictTextOf('- test: A\n- hi: hi\n')).toMatchObject({ problems: [], isRunnable: true });
  });
});
