import { describe, expect, it } from 'vitest';
import { parseEnvironment } from './parse-environment.ts';

describe('the file of an environment', () => {
  it('has variables, and secrets by the names of environment variables', () => {
    const { file, problems } = parseEnvironment(
      'variables:\n  api: https://staging.example\n  pin: 0042\nsecrets: { token: STAGING_TOKEN }\n',
    );
    expect(problems).toEqual([]);
    expect(file).toEqual({
      variables: { api: 'https://staging.example', pin: '0042' },
      secrets: { token: 'STAGING_TOKEN' },
    });
  });

  it.each([
    ['', 1, 'There are no variables or secrets.'],
    ['- a\n', 1, 'There are no variables or secrets.'],
    ['variable: { a: b }', 1, '"variable" is not a key of an environment.'],
    ['variables: [a]', 1, '"variables" must be names with values.'],
    ['variables:\n  a b: c', 2, 'is not a valid name'],
    ['variables:\n  text: c', 2, 'is reserved'],
    ['variables:\n  a: { b: c }', 2, '"a" must be text.'],
    ['variables:\n  a: b\n  a: c', 3, 'appears here twice'],
    [`variables: { a: ${'x'.repeat(4001)} }`, 1, 'more than 4,000'],
    ['secrets:\n  token: the-secret-itself!', 2, 'must name an environment variable'],
    ['variables: { a: b }\n---\nvariables: {}', 3, 'must be a single document'],
    ['variables: { a: ', 1, ''],
  ])('is refused with the place: %j', (text, line, message) => {
    const { problems } = parseEnvironment(text);
    expect(problems[0]).toMatchObject({ severity: 'error', line });
    expect(problems[0]?.message).toContain(message);
    expect(JSON.stringify(problems)).not.toContain('the-secret-itself');
  });

  it('has at most 100 names of each kind', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => `  v${index}: x`).join('\n');
    expect(parseEnvironment(`variables:\n${names(100)}`).problems).toEqual([]);
    expect(parseEnvironment(`variables:\n${names(101)}`).problems[0]?.message).toContain(
      'more than 100',
    );
  });
});
