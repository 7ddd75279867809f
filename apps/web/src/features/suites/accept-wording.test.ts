import { parseSuite } from '@parley/suite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { nora } from '#/lib/testing/people.ts';
import { noteAccepted, planAcceptance, toTell, withAcceptedWording } from './accept-wording.ts';

const { suite } = parseSuite(
  '- test: A\n- hello:\n  - prompt: welcome\n  - latency < 500\n---\n- test: B\n- bye: see you\n',
);
/** An assertion with its keys in the order in which the database returns them. */
const assertion = {
  negated: false,
  expected: ['welcome'],
  operator: 'contains',
  property: 'prompt',
} as const;
const accepted = {
  test: 'A',
  step: 0,
  assertion: { ...assertion, expected: [...assertion.expected] },
  wording: 'good day',
};

describe('accepting a wording', () => {
  it('makes it one more alternative of the expectation that did not hold', () => {
    const changed = withAcceptedWording(suite, accepted);
    expect(changed?.tests[0]?.interactions[0]?.assertions.map(({ expected }) => expected)).toEqual([
      ['welcome', 'good day'],
      [500],
    ]);
    expect(changed?.tests[1]).toBe(suite.tests[1]);
  });

  it('finds an expectation with a variable, which stays in it', () => {
    const { suite } = parseSuite(
      'configuration:\n  variables: { city: Bonn }\n---\n- test: A\n- hello:\n  - prompt: from {{city}}\n',
    );
    const wanted = { ...accepted, assertion: { ...accepted.assertion, expected: ['from Bonn'] } };
    expect(withAcceptedWording(suite, wanted)?.tests[0]?.interactions[0]?.assertions).toMatchObject(
      [{ expected: ['from {{city}}', 'good day'] }],
    );
  });

  const shared = `configuration:
  syntax: 2
---
- test: A
- $USE log in: { user: anna }
- hello: welcome
---
- block: log in
- parameters: [user]
- I am {{user}}: Dear {{user}}
`;

  it('finds an expectation of a block, and adds it there, with the comment above it', () => {
    useAuthStore.setState({ user: nora });
    const inBlock = { ...accepted, assertion: { ...assertion, expected: ['Dear anna'] } };
    const { after } = planAcceptance(shared, inBlock) ?? {};
    expect(after).toMatch(
      /parameters: \[user\]\n# "good day" accepted by .* on .*\n- I am \{\{user\}\}:\n {2}- prompt: \["Dear \{\{user\}\}", "good day"\]\n$/,
    );
    expect(toTell(parseSuite(after ?? '').suite, [accepted])).toHaveLength(1);
  });

  it('finds an expectation of a test behind the use of a block', () => {
    const behind = { ...accepted, step: 1, assertion: { ...assertion, expected: ['welcome'] } };
    expect(planAcceptance(shared, behind)?.after).toContain(
      '- hello:\n  - prompt: ["welcome", "good day"]\n---\n- block: log in',
    );
  });

  it('finds an expectation with a value of the virtual device, which stays in it', () => {
    const { suite } = parseSuite(
      '- test: A\n- hello:\n  - prompt: "{{deviceName}}"\n  - prompt: hello {{deviceName}}\n',
    );
    const wanted = {
      ...accepted,
      assertion: { ...accepted.assertion, expected: ['hello Nora'] },
      ofDevice: { deviceName: 'Nora' },
    };
    const changed = withAcceptedWording(suite, wanted);
    expect(changed?.tests[0]?.interactions[0]?.assertions).toMatchObject([
      { expected: ['{{deviceName}}'] },
      { expected: ['hello {{deviceName}}', 'good day'] },
    ]);
    expect(changed && withAcceptedWording(changed, wanted)).toBe(changed);
  });

  it('changes nothing where it was accepted already', () => {
    const changed = withAcceptedWording(suite, accepted);
    expect(changed && withAcceptedWording(changed, accepted)).toBe(changed);
  });

  it.each([
    ['the test is gone', { ...accepted, test: 'C' }],
    ['the step is gone', { ...accepted, step: 4 }],
    [
      'the expectation is another one',
      { ...accepted, assertion: { ...accepted.assertion, negated: true } },
    ],
  ])('changes nothing when %s', (_why, wanted) => {
    expect(withAcceptedWording(suite, wanted)).toBeNull();
  });
});

describe('who accepted it and when', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    [-120, '2026-11-22'],
    [300, '2026-11-21'],
  ])('has the day of who accepts it: %i minutes', (minutes, day) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T23:00:00Z') });
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
    useAuthStore.setState({ user: nora });
    const noted = noteAccepted('- test: A\n- hi: hello\n', { test: 0, step: 0, wording: 'hey' });
    expect(noted).toContain(`# "hey" accepted by Nora Lind on ${day}`);
  });
});
