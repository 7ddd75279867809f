import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printSuite } from '../print/print.ts';
import { operatorSpellings } from './operators.ts';
import { parseSuite } from './parse.ts';
import { isConfigurationKey } from './parse-configuration.ts';

const document = readFileSync(
  new URL('../../../../../docs/test-language.md', import.meta.url),
  'utf8',
);
const examples = [...document.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text]) => text as string,
);

describe('docs/test-language.md', () => {
  it.each(examples)('has examples that say what they mean: %s', (text) => {
    const { suite, problems } = parseSuite(text);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('names every operator', () => {
    const symbols = operatorSpellings
      .filter(({ negated }) => !negated)
      .flatMap(({ symbols }) => symbols[0]);
    for (const symbol of symbols) expect(document).toContain(`\`${symbol}\``);
  });

  it('lists the keys of the configuration, and no others', () => {
    const table = document.split('## Configuration')[1]?.split('###')[0] ?? '';
    const keys = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key as string);
    expect(keys.length).toBeGreaterThan(10);
    for (const key of keys) expect(isConfigurationKey(key), key).toBe(true);
  });
});
