import { describe, expect, it } from 'vitest';
import { parseSuite } from './parse.ts';

const strict = 'configuration:\n  syntax: 2\n---\n';

/** @returns each problem as `line severity message` */
const problemsOf = (text: string): string[] =>
  parseSuite(strict + text).problems.map(
    ({ line, severity, message }) => `${line} ${severity} ${message}`,
  );

const logIn = `---
- block: log in
- parameters: [user]
- I am {{user}}: welcome
`;

describe('blocks', () => {
  it('are documents of the suite, used with texts for their parameters', () => {
    const { suite, problems } = parseSuite(`${strict}- test: A
- $USE log in: { user: anna }
- $use  log   in : {user: "{{name}}"}
- bye
${logIn.replace('- parameters', '- description: For all\n- parameters')}`);
    expect(problems).toEqual([]);
    const use = (user: string) => ({ kind: 'use', block: 'log in', parameters: { user } });
    expect(suite.tests[0]?.interactions.map(({ input }) => input)).toEqual([
      use('anna'),
      use('{{name}}'),
      { kind: 'text', text: 'bye' },
    ]);
    expect(suite.blocks).toMatchObject([
      {
        name: 'log in',
        parameters: ['user'],
        description: 'For all',
        interactions: [{ input: { kind: 'text', text: 'I am {{user}}' } }],
      },
    ]);
  });

  it('may stand above the tests, and take their parameters with commas', () => {
    const { suite, problems } = parseSuite(
      `${strict}- block: b\n- parameters: user, x\n- "{{user}} {{x}}"\n---\n- test: A\n- $USE b: { user: 1, x: "" }\n`,
    );
    expect(problems).toEqual([]);
    expect(suite.blocks?.[0]?.parameters).toEqual(['user', 'x']);
    expect(suite.tests[0]?.interactions[0]?.input).toMatchObject({
      parameters: { user: '1', x: '' },
    });
  });

  it.each([
    [
      'an unknown name',
      `- test: A\n- $USE log inn: { user: anna }\n${logIn}`,
      [
        '5 error There is no block "log inn" in this suite. Did you mean "log in"?',
        '7 warning No test uses the block "log in".',
      ],
    ],
    ['no name', '- test: A\n- $USE\n', ['5 error $USE needs the name of a block.']],
    [
      'no block at all',
      '- test: A\n- $USE log in\n',
      ['5 error There is no block "log in" in this suite.'],
    ],
    [
      'a missing text',
      `- test: A\n- $USE log in\n${logIn}`,
      ['5 error A text for "user" is missing: the block "log in" (line 7) needs it.'],
    ],
    [
      'a text that is no parameter',
      `- test: A\n- $USE log in: { usr: anna, user: anna }\n${logIn}`,
      ['5 error "usr" is not a parameter of the block "log in" (line 7). Did you mean "user"?'],
    ],
    [
      'a parameter without a text',
      `- test: A\n- $USE log in: { user: }\n${logIn}`,
      ['5 error "user" has no text.'],
    ],
    [
      'an expectation behind a use',
      `- test: A\n- $USE b: welcome\n---\n- block: b\n- hi\n`,
      ['5 error After "$USE b" comes text for its parameters, by name.'],
    ],
    [
      'a parameter that nothing uses',
      '- test: A\n- $USE b: { x: 1 }\n---\n- block: b\n- parameters: [x]\n- hi\n',
      ['7 warning The block "b" does not use its parameter "x".'],
    ],
    [
      'a block without a step',
      '- test: A\n- $USE b\n---\n- block: b\n',
      ['7 error The block "b" has no steps, so a test that uses it would check nothing.'],
    ],
    [
      'two blocks of one name',
      '- test: A\n- $USE b\n---\n- block: b\n- hi\n---\n- block: b\n- ho\n',
      ['10 error Another block is called "b", in line 7.'],
    ],
    [
      'a block that uses itself',
      '- test: A\n- $USE b\n---\n- block: b\n- hi\n- $USE b\n',
      ['9 error A block cannot use itself: "b" (line 7) uses "b" (line 7).'],
    ],
    [
      'blocks that use each other',
      '- test: A\n- $USE a\n---\n- block: a\n- $USE b\n---\n- block: b\n- $USE a\n',
      ['11 error A block cannot use itself: "a" (line 7) uses "b" (line 10) uses "a" (line 7).'],
    ],
    [
      'a block that only an unused one uses',
      '- test: A\n- hi\n---\n- block: a\n- $USE b\n---\n- block: b\n- hi\n',
      ['7 warning No test uses the block "a".', '10 warning No test uses the block "b".'],
    ],
    [
      'a saved value that is a parameter',
      '- test: A\n- $USE b: { x: 1 }\n---\n- block: b\n- parameters: [x]\n- "{{x}}":\n  - save: { x: $.id }\n',
      ['7 error The block "b" saves "x", which is one of its parameters.'],
    ],
    [
      'a text that the block would change',
      '- test: A\n- hi:\n  - save: { order: $.id }\n- $USE b: { x: "{{order}}" }\n---\n- block: b\n- parameters: [x]\n- "{{x}}":\n  - save: { order: $.id }\n',
      [
        '7 error "x" is {{order}}, which the block "b" (line 9) saves anew: it would change within the block.',
      ],
    ],
    [
      'a saved value that is a variable',
      '- test: A\n- $USE b\n---\n- block: b\n- hi:\n  - save: { v: $.id }\n',
      ['7 error A step saves "v", but it is a variable or saved already.'],
      'configuration:\n  syntax: 2\n  variables: { v: 1 }\n---\n',
    ],
    [
      'a goto out of a block',
      '- test: A\n- $USE b\n- end\n---\n- block: b\n- hi:\n  - goto end\n',
      ['9 error Nothing in this block is called "end".'],
    ],
    [
      'what only a test has',
      '- test: A\n- $USE b\n---\n- block: b\n- tags: smoke\n- hi\n',
      ['8 error A block has no "tags".'],
    ],
    [
      'a name with signs of YAML',
      '- test: A\n- hi\n---\n- block: "a: b"\n- hi\n',
      [
        '7 error The name of a block has 1 to 100 letters, digits and spaces, and begins with a letter or digit.',
        '7 warning No test uses the block "a: b".',
      ],
    ],
    [
      'a parameter that Parley fills in itself',
      '- test: A\n- $USE b\n---\n- block: b\n- parameters: [text]\n- hi\n',
      ['8 error "text" cannot be the name of a parameter.'],
    ],
    [
      'a block within a test',
      '- test: A\n- hi\n- block: b\n- ho\n',
      ['6 warning "block" is sent to the bot here, because it is inside another test or block.'],
    ],
  ])('name what is wrong with %s, and where', (_, text, problems, head = strict) => {
    const found = parseSuite(head + text).problems.map(
      ({ line, severity, message }) =>
        `${line - (head.split('\n').length - strict.split('\n').length)} ${severity} ${message}`,
    );
    expect(found).toEqual(problems);
  });

  it.each([
    ['a text', '- $USE b: { x: "{{secret.pin}}" }\n', '- "my pin is {{x}}"\n'],
    ['a step', '- $USE b: { x: 1 }\n', '- "{{x}} {{secret.pin}}"\n'],
    ['what a judge reads', '- $USE b: { x: "{{secret.pin}}" }\n', '- hi:\n  - prompt =? {{x}}\n'],
  ])('say no secret by %s', (_, use, steps) => {
    const [problem] = problemsOf(`- test: A\n${use}---\n- block: b\n- parameters: [x]\n${steps}`);
    expect(problem).toMatch(/^4 error \{\{secret\.pin\}\} would be/);
  });

  const chain = (length: number) =>
    Array.from(
      { length },
      (_, at) => `---\n- block: b${at}\n- ${at === length - 1 ? 'hi' : `$USE b${at + 1}`}\n`,
    ).join('');

  it('stand in one another up to eight deep', () => {
    expect(problemsOf(`- test: A\n- $USE b0\n${chain(8)}`)).toEqual([]);
    expect(problemsOf(`- test: A\n- $USE b0\n${chain(9)}`)).toEqual([
      '5 error Blocks are nested 9 levels deep from the block "b0" (line 7); the limit is 8.',
    ]);
  });

  it('have up to twenty parameters and a name of a hundred characters', () => {
    const withParameters = (count: number, name = 'b') => {
      const names = Array.from({ length: count }, (_, at) => `p${at}`);
      const given = names.map((one) => `${one}: x`).join(', ');
      const said = names.map((one) => `{{${one}}}`).join(' ');
      return `- test: A\n- $USE ${name}: { ${given} }\n---\n- block: ${name}\n- parameters: [${names.join(', ')}]\n- "${said}"\n`;
    };
    expect(problemsOf(withParameters(20, 'b'.repeat(100)))).toEqual([]);
    expect(problemsOf(withParameters(21))).toEqual(['8 error A block has at most 20 parameters.']);
    expect(problemsOf(withParameters(1, 'b'.repeat(101)))[0]).toMatch(
      /^7 error The name of a block/,
    );
  });

  const ofSteps = (steps: number) => `---\n- block: b\n${'- hi\n'.repeat(steps)}`;

  it('add up to a thousand steps to a test', () => {
    const uses = '- $USE b\n'.repeat(10);
    expect(problemsOf(`- test: A\n${uses}${ofSteps(100)}`)).toEqual([]);
    expect(problemsOf(`- test: A\n${uses}- $USE b\n${ofSteps(100)}`)).toEqual([
      '15 error With the block "b" (line 17), this test gets more than 1,000 steps from blocks.',
    ]);
  });

  it('add up to twenty thousand steps to a suite', () => {
    const tests = (count: number) => '- test: A\n- $USE b\n---\n'.repeat(count).slice(0, -4);
    expect(problemsOf(tests(20) + ofSteps(1_000))).toEqual([]);
    expect(problemsOf(tests(21) + ofSteps(1_000))).toEqual([
      '65 error From here on, the tests get more than 20,000 steps from blocks.',
    ]);
  });
});
