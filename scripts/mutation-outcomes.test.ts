import { describe, expect, it } from 'vitest';
import { browserOutcome, vitestOutcome } from './mutation-outcomes.mjs';

const spec = (title: string, status: string, message?: string) => ({
  title,
  tests: [{ status, results: [message ? { error: { message } } : {}] }],
});

/** Creates the report of a file with a group of tests. */
const report = (specs: ReturnType<typeof spec>[], errors: { message: string }[] = []) => ({
  suites: [{ title: 'a.spec.ts', suites: [{ title: 'a group', specs }] }],
  errors,
});

const test = (fullName: string, state: string, ...messages: string[]) => ({
  fullName,
  result: () => ({ state, errors: messages.map((message) => ({ message })) }),
});

describe('the outcome of a Vitest run', () => {
  const passing = test('[A-001] opens', 'passed');

  it('is which tests passed and which failed', () => {
    const failing = test('[A-002] closes', 'failed', 'expected 1 to be 2');
    const skipped = test('[A-003] stays', 'skipped');
    expect(vitestOutcome([passing, failing, skipped], [])).toEqual({
      passed: ['[A-001] opens'],
      failed: ['[A-002] closes'],
    });
  });

  it.each([
    ['a test ran out of time', 'Test timed out in 30000ms.'],
    ['a hook ran out of time', 'Hook timed out in 120000ms.'],
  ])('is broken when %s', (_, message) => {
    const late = test('[A-002] closes', 'failed', message);
    expect(vitestOutcome([passing, late], [])).toEqual({
      passed: ['[A-001] opens'],
      failed: [],
      broken: message,
    });
  });

  it('is broken when a file does not load', () => {
    expect(vitestOutcome([], [{ message: 'SyntaxError' }]).broken).toBe('SyntaxError');
  });
});

describe('the outcome of a browser run', () => {
  it('is which tests passed and which failed', () => {
    const specs = [spec('[A-001] opens', 'expected'), spec('[A-002] closes', 'unexpected', 'no')];
    expect(browserOutcome(report(specs))).toEqual({
      passed: ['[A-001] opens'],
      failed: ['[A-002] closes'],
    });
  });

  it('counts a test that passed when tried again as passed', () => {
    const flaky = report([spec('[A-001] opens', 'flaky', 'too slow')]);
    expect(browserOutcome(flaky)).toEqual({ passed: ['[A-001] opens'], failed: [] });
  });

  it('leaves out what was skipped', () => {
    const skipped = report([spec('[A-001] opens', 'skipped')]);
    expect(browserOutcome(skipped)).toEqual({ passed: [], failed: [] });
  });

  it.each([
    ['a file does not load', report([], [{ message: 'SyntaxError' }]), 'SyntaxError'],
    [
      'the server does not start',
      report([spec('[A-001] opens', 'unexpected', 'The server ended with 1')]),
      'The server ended with 1',
    ],
  ])('is broken when %s', (_, broken, message) => {
    expect(browserOutcome(broken).broken).toBe(message);
  });
});
