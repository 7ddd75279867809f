import { describe, expect, it } from 'vitest';
import { describeInput } from '../format/model/inputs.ts';
import { testFingerprint } from '../format/model/test-fingerprint.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { libraryLengthMax, parseLibrary } from '../format/parse/parse-library.ts';
import type { Problem } from '../format/parse/problem.ts';
import { describeOrigin } from './describe-origin.ts';
import { expandBlocks } from './expand-blocks.ts';
import { linkLibrary } from './library.ts';

const inWords = ({ line, severity, message }: Problem) => `${line} ${severity} ${message}`;

const blocksOf = (text: string) => {
  const { blocks, problems } = parseLibrary(text);
  expect(problems).toEqual([]);
  return blocks;
};

const library = `# What all suites begin with.
- block: log in
- parameters: [user]
- I am {{user}}: Welcome {{user}}
---
- block: log in and pay
- parameters: [user]
- $USE log in: { user: "{{user}}" }
- pay: paid
---
- block: say goodbye
- bye: Bye
`;

const strict = 'configuration:\n  syntax: 2\n---\n';

/** Links and parses a suite of version 2. */
const linked = (tests: string, blocks = library) =>
  parseSuite(linkLibrary(strict + tests, blocksOf(blocks)));

const problemsOf = (tests: string, blocks?: string) => linked(tests, blocks).problems.map(inWords);

const stepsOf = (tests: string, blocks?: string) =>
  expandBlocks(linked(tests, blocks).suite).tests.flatMap(({ interactions }) =>
    interactions.map(
      ({ input, origin }) => `${describeInput(input)} | ${describeOrigin(origin) ?? ''}`,
    ),
  );

describe('a library', () => {
  it('has blocks, which may use each other', () => {
    expect(blocksOf(library).map(({ name }) => name)).toEqual([
      'log in',
      'log in and pay',
      'say goodbye',
    ]);
    expect(parseLibrary('')).toEqual({ blocks: [], problems: [] });
  });

  it('may be as long as its limit', () => {
    const block = '- block: a\n- hi\n#';
    const { blocks, problems } = parseLibrary(block.padEnd(libraryLengthMax, 'x'));
    expect([blocks.length, problems]).toEqual([1, []]);
  });

  it.each([
    [
      'a test',
      '- test: A\n- hi: hello\n',
      ['1 error A library has blocks only: no tests and no configuration.'],
    ],
    [
      'a configuration',
      'configuration:\n  syntax: 2\n',
      ['1 error A library has blocks only: no tests and no configuration.'],
    ],
    [
      'an empty block',
      '- block: a\n',
      ['1 error The block "a" has no steps, so a test that uses it would check nothing.'],
    ],
    [
      'an unknown block',
      '- block: a\n- $USE b\n',
      ['2 error There is no block "b" in the library.'],
    ],
    [
      'a block that uses itself',
      '- block: a\n- hi\n- $USE a\n',
      ['3 error A block cannot use itself: "a" (line 1) uses "a" (line 1).'],
    ],
    [
      'a cycle',
      '- block: a\n- $USE b\n---\n- block: b\n- $USE a\n',
      ['5 error A block cannot use itself: "a" (line 1) uses "b" (line 4) uses "a" (line 1).'],
    ],
    [
      'one name twice',
      '- block: a\n- hi\n---\n- block: a\n- ho\n',
      ['4 error Another block is called "a", in line 1.'],
    ],
    [
      'a text that is too long',
      `# ${'x'.repeat(libraryLengthMax)}`,
      ['1 error The library has 65,538 characters; at most 65,536 are allowed.'],
    ],
  ])('refuses %s', (_, text, problems) => {
    expect(parseLibrary(text).problems.map(inWords)).toEqual(problems);
  });
});

describe('a suite that uses its library', () => {
  it('says the steps of the block, and names both places', () => {
    expect(stepsOf('- test: A\n- hello\n- $USE log in and pay: { user: anna }\n')).toEqual([
      'hello | ',
      'I am anna | step 1 of the library block "log in", used in step 1 of the library block "log in and pay", used in step 2',
      'pay | step 2 of the library block "log in and pay", used in step 2',
    ]);
    expect(problemsOf('- test: A\n- $USE log in and pay: { user: anna }\n')).toEqual([]);
  });

  it('keeps in its linked text only blocks that it may use, so others change nothing', () => {
    const source = `${strict}- test: A\n- $use  log   in : { user: anna }\n`;
    const text = linkLibrary(source, blocksOf(library));
    expect(text).toBe(
      `${source}---\nlibrary:\n---\n- block: log in\n- parameters: [user]\n- I am {{user}}: Welcome {{user}}\n`,
    );
    expect(linkLibrary(source, blocksOf(library.replace('bye: Bye', 'bye: Ciao')))).toBe(text);
    const none = `${strict}- test: A\n- hi: hello\n`;
    expect(linkLibrary(none, blocksOf(library))).toBe(none);
  });

  it.each([
    ['folded over lines', '- test: A\n- $USE log\n  in and\n  pay: { user: x }\n'],
    [
      'in a block of the suite',
      '- test: A\n- $USE own\n---\n- block: own\n- $USE log in and pay: { user: x }\n',
    ],
    ['by an anchor', '- test: A\n- &u\n  $USE log in and pay: { user: x }\n- *u\n'],
    ['without a line break at the end', '- test: A\n- $USE log in and pay: { user: x }'],
    ['with Windows line breaks', '- test: A\r\n- $USE log in and pay: { user: x }\r\n'],
  ])('finds a use %s', (_, tests) => {
    const errors = linked(tests).problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) expect(linked(tests).suite.library).toHaveLength(2);
    else
      expect(stepsOf(tests)).toContainEqual(expect.stringMatching(/^pay \| step 2 of the library/));
  });

  it('prefers its own block, with a warning, while blocks of the library mean what they mean everywhere', () => {
    const tests =
      '- test: A\n- $USE log in: { user: anna }\n- $USE log in and pay: { user: eve }\n---\n- block: log in\n- parameters: [user]\n- It is {{user}}\n';
    expect(stepsOf(tests)).toEqual([
      'It is anna | step 1 of the block "log in", used in step 1',
      'I am eve | step 1 of the library block "log in", used in step 1 of the library block "log in and pay", used in step 2',
      'pay | step 2 of the library block "log in and pay", used in step 2',
    ]);
    expect(problemsOf(tests)).toEqual([
      '8 warning The library of the project has a block "log in", too. This suite uses its own.',
    ]);
  });

  it('may give its own block the name of a block that it uses within', () => {
    const tests =
      '- test: A\n- $USE log in and pay: { user: eve }\n---\n- block: log in and pay\n- parameters: [user]\n- $USE log in: { user: "{{user}}" }\n';
    expect(stepsOf(tests)).toEqual([
      'I am eve | step 1 of the library block "log in", used in step 1 of the block "log in and pay", used in step 1',
    ]);
  });

  it('has an error where a block was removed, also from within another one', () => {
    const tests = '- test: A\n- $USE log in and pay: { user: anna }\n';
    expect(problemsOf(tests, '')).toEqual([
      '5 error There is no block "log in and pay" in this suite.',
    ]);
    // The library itself refuses such a text; a hand-made one must not pass either.
    const { blocks } = parseLibrary(library.replace('block: log in\n', 'block: sign in\n'));
    const { suite, problems } = parseSuite(linkLibrary(strict + tests, blocks));
    expect(problems.map(inWords)).toEqual([
      '5 error In the library block "log in and pay": There is no block "log in" in the library.',
    ]);
    const steps = expandBlocks(suite).tests[0]?.interactions;
    expect(steps?.some(({ input }) => input.kind === 'use')).toBe(true);
  });

  it.each([
    [
      'a missing text',
      '- test: A\n- $USE log in\n',
      '5 error A text for "user" is missing: the block "log in" (in the library) needs it.',
    ],
    [
      'an unknown parameter',
      '- test: A\n- $USE say goodbye: { to: x }\n',
      '5 error "to" is not a parameter of the block "say goodbye" (in the library).',
    ],
    [
      'copies in its own text',
      '- test: A\n- $USE say goodbye\n---\nlibrary:\n---\n- block: say goodbye\n- bye\n',
      '7 error "library" begins the copies of blocks that a run keeps. A suite cannot have it.',
    ],
    [
      'copies of a library that there is not',
      '- test: A\n- hi\n---\nlibrary:\n---\n- block: x\n- bye\n',
      '7 error "library" begins the copies of blocks that a run keeps. A suite cannot have it.',
    ],
  ])('names %s', (_, tests, problem) => {
    expect(problemsOf(tests)).toContainEqual(problem);
  });

  it('reports an error that only this suite causes at the use', () => {
    const text = linkLibrary(
      'configuration:\n  syntax: 2\n  variables: { v: 1 }\n---\n- test: A\n- hi\n- $USE b\n',
      blocksOf('- block: b\n- hi:\n  - save: { v: $.id }\n'),
    );
    expect(parseSuite(text).problems.map(inWords)).toEqual([
      '7 error In the library block "b": A step saves "v", but it is a variable or saved already.',
    ]);
  });

  it('uses nothing without version 2, as before', () => {
    const source = '- $USE log in: hello\n';
    const { suite, problems } = parseSuite(linkLibrary(source, blocksOf(library)));
    expect(suite.tests).toEqual(parseSuite(source).suite.tests);
    expect(problems).toEqual(parseSuite(source).problems);
    expect(expandBlocks(suite).tests).toEqual(parseSuite(source).suite.tests);
  });

  it('edits exactly the tests that use an edited block', () => {
    const tests = '- test: A\n- $USE log in and pay: { user: anna }\n---\n- test: B\n- hi\n';
    const prints = (blocks: string) => {
      const { tests: all, configuration } = expandBlocks(linked(tests, blocks).suite);
      return all.map((test) => testFingerprint(test, configuration, {}));
    };
    const [a, b] = prints(library);
    const [changed, same] = prints(library.replace('Welcome {{user}}', 'Hi {{user}}'));
    expect(changed).not.toBe(a);
    expect(same).toBe(b);
    expect(prints(library.replace('bye: Bye', 'bye: Ciao'))).toEqual([a, b]);
    // Neither does it matter where a block is written.
    const own = parseSuite(`${strict}${tests}---\n${library}`).suite;
    expect(
      expandBlocks(own).tests.map((test) => testFingerprint(test, own.configuration, {})),
    ).toEqual([a, b]);
  });
});
