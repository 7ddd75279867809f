import { expect, it } from 'vitest';
import { ruleInWords } from './rule-in-words.ts';

const assertion = { operator: 'contains', negated: false, expected: ['x'] } as const;
const words = (property: string, rule: string) =>
  ruleInWords({ rule, assertion: { ...assertion, expected: ['x'], property } });

it('calls what the bot says its reply, and other properties by their names', () => {
  expect(words('prompt', 'prompt contains "x", ignoring case')).toBe(
    'Reply contains "x", ignoring case',
  );
  expect(words('prompt', 'no reply')).toBe('no reply');
  expect(words('prompt.length', 'prompt.length contains "x"')).toBe('prompt.length contains "x"');
  expect(words('messages[0].text', 'messages[0].text contains "x"')).toBe(
    'messages[0].text contains "x"',
  );
});
