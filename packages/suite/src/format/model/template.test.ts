// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the test language has them.
import { describe, expect, it } from 'vitest';
import { branchTarget } from '../parse/branches.ts';
import { parseSuite } from '../parse/parse.ts';
import type { Test } from './suite.ts';
import { fillTemplate, fillTest, valuesFor } from './template.ts';

const values = { name: 'Anna', pin: '1234', quote: '"', 'data.city': 'Berlin' };

describe('fillTemplate', () => {
  it.each([
    ['Hello {{name}}!', 'Hello Anna!'],
    ['{{ name }}${name}', 'AnnaAnna'],
    ['${data.pin} in ${data.city}', '1234 in Berlin'],
    ['{{nobody}} and {{ nobody }}', '{{nobody}} and {{ nobody }}'],
    ['{{7*7}} ${7*7} <%= 1 %>', '{{7*7}} ${7*7} <%= 1 %>'],
    ['{{constructor}} {{__proto__}} {{toString}}', '{{constructor}} {{__proto__}} {{toString}}'],
    ['no templates', 'no templates'],
    ['', ''],
  ])('makes %j to %j', (template, filled) => {
    expect(fillTemplate(template, values)).toBe(filled);
  });

  it('makes each value safe where the text is sent', () => {
    expect(fillTemplate('{"text": "{{quote}}"}', values, (value) => `\\${value}`)).toBe(
      '{"text": "\\""}',
    );
  });

  it('does not fill in what a value holds', () => {
    expect(fillTemplate('{{a}}', { a: '{{b}}', b: 'c' })).toBe('{{b}}');
  });
});

describe('fillTest', () => {
  const { suite } = parseSuite(`configuration:
  variables: { name: Anna, city: Bonn }
  data: { gold: { pin: "1234", city: Berlin }, evil: { pin: $DIAL } }
  dataRow: gold
  findReplace: { INVOCATION: my skill }
---
- test: Gold
- open INVOCATION for {{name}}: hello {{name}} in \${data.city}
- $\${data.pin}: "*"
- {{pin}}:
  - set finishOnPhrase: ["bye {{name}}"]
  - yes {{name}} goto end
- end
---
- test: Evil
- dataRow: evil
- {{pin}}
- stay
`);

  it('fills in what is said, expected and set', () => {
    const [test] = suite.tests;
    const filled = test && fillTest(test, suite.configuration);
    expect(filled?.interactions).toMatchObject([
      {
        input: { kind: 'text', text: 'open my skill for Anna' },
        assertions: [{ expected: ['hello Anna in Berlin'] }],
      },
      { input: { kind: 'dtmf', digits: '1234' } },
      {
        input: { kind: 'text', text: '1234' },
        settings: { finishOnPhrase: ['bye Anna'] },
        branches: [{ when: { expected: ['yes Anna'] } }],
      },
      { input: { kind: 'text', text: 'end' } },
    ]);
  });

  it('fills in the path that is looked at, but puts nothing else into it', () => {
    const { suite } = parseSuite(
      'configuration: { variables: { key: status }, findReplace: { order: booking } }\n---\n- test: A\n- hi:\n  - order.{{key}}[{{key}}] != order\n',
    );
    const [step] = fillTest(suite.tests[0] as Test, suite.configuration).interactions;
    expect(step?.assertions).toMatchObject([
      { property: 'order.status[status]', expected: ['booking'] },
    ]);
  });

  it.each([
    [1, '/{{word}} .*/', '/a.b$ .*/'],
    [2, '/{{word}} .*/', '/a\\.b\\$ .*/'],
    [2, '{{pattern}}', '/a.*/'],
    [2, '{{word}}', 'a.b$'],
  ])('fills in patterns in version %i: %s', (syntax, pattern, filled) => {
    const { suite } = parseSuite(
      `configuration: { syntax: ${syntax}, variables: { word: a.b$, pattern: /a.*/ } }\n---\n- test: A\n- hi:\n  - prompt =~: "${pattern}"\n`,
    );
    const [step] = fillTest(suite.tests[0] as Test, suite.configuration).interactions;
    expect(step?.assertions[0]?.expected).toEqual([filled]);
  });

  it('fills in targets as what they name, but no labels', () => {
    const { suite } = parseSuite(`configuration:
  variables: { name: Ann, dial: $DIAL }
  findReplace: { Acme: Globex }
---
- test: A
- hello:
  - one goto I am {{name}}
  - two goto Ask Acme
  - three goto Acme label
  - four goto {{dial}}
- I am {{name}}
- Ask Acme
- end:
  - label: Acme label
- {{dial}}
`);
    const test = fillTest(suite.tests[0] as Test, suite.configuration);
    const targets = test.interactions[0]?.branches.map(({ to }) =>
      to.kind === 'goto' ? branchTarget(test, to.target) : undefined,
    );
    expect(targets).toEqual([1, 2, 3, 4]);
  });

  it('never makes a command of a value alone', () => {
    const test = suite.tests[1];
    const filled = test && fillTest(test, suite.configuration);
    expect(filled?.interactions[0]?.input).toEqual({ kind: 'text', text: '$DIAL' });
  });

  it('gives a test without anything to fill in as it is', () => {
    const test = suite.tests[1];
    expect(test && fillTest(test, {})).toBe(test);
  });
});

describe('valuesFor', () => {
  it('lets the row of the test win over the row of the suite, and rows over variables', () => {
    const configuration = {
      variables: { a: 'variable', b: 'variable', c: 'variable' },
      data: { one: { b: 'one' }, two: { c: 'two' } },
      dataRow: 'one',
    };
    const test = { name: 'T', mode: 'normal' as const, tags: [], interactions: [] };
    expect(valuesFor(configuration, test)).toEqual({ a: 'variable', b: 'one', c: 'variable' });
    expect(valuesFor(configuration, { ...test, dataRow: 'two' })).toEqual({
      a: 'variable',
      b: 'variable',
      c: 'two',
    });
    const ofDevice = { a: 'device', d: 'device' };
    expect(valuesFor(configuration, test, ofDevice)).toMatchObject({ a: 'variable', d: 'device' });
  });
});
