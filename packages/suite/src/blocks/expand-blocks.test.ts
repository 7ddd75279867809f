import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRun } from '../events/plan.ts';
import { exportBotScript } from '../format/export/export-botscript.ts';
import { describeExpectation } from '../format/model/describe.ts';
import { describeInput } from '../format/model/inputs.ts';
import type { Suite } from '../format/model/suite.ts';
import { fillTest } from '../format/model/template.ts';
import { testFingerprint } from '../format/model/test-fingerprint.ts';
import { unfilledOf } from '../format/model/unfilled.ts';
import { maskCredentials } from '../format/parse/mask-credentials.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { suite as anySuite, suiteWithBlocks } from '../test/arbitrary-suite.ts';
import { describeOrigin } from './describe-origin.ts';
import { blockStepsMax, expandBlocks, usesBlocks } from './expand-blocks.ts';

const read = (text: string, configuration = ''): Suite => {
  const { suite, problems } = parseSuite(
    `configuration:\n  syntax: 2\n${configuration}---\n${text}`,
  );
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return suite;
};

/** Parses a suite with a single test. @returns the expanded test, before and after its values were filled in */
function expanded(text: string, configuration = '') {
  const { suite } = { suite: expandBlocks(read(text, configuration)) };
  const [test] = suite.tests;
  if (!test) throw new Error('no test');
  return { test, filled: fillTest(test, suite.configuration), configuration: suite.configuration };
}

const saidIn = (text: string, configuration?: string): string[] =>
  expanded(text, configuration).filled.interactions.map(({ input }) => describeInput(input));

const logIn = '---\n- block: log in\n- parameters: [user]\n- I am {{user}}: welcome {{user}}\n';

describe('expandBlocks', () => {
  it('gives back the very suite that has no blocks', () => {
    fc.assert(
      fc.property(anySuite, (suite) => {
        expect(expandBlocks(suite)).toBe(suite);
      }),
      { numRuns: 20 },
    );
  });

  it('expands once: a second time changes nothing, and no block is left', () => {
    fc.assert(
      fc.property(suiteWithBlocks, (suite) => {
        const once = expandBlocks(suite);
        expect(once.blocks).toBeUndefined();
        expect(expandBlocks(once)).toEqual(once);
      }),
      { numRuns: 100 },
    );
  });

  it('puts steps in place of uses, with the texts of the use', () => {
    const text = `- test: A\n- hi\n- $USE log in: { user: anna }\n- bye\n- $USE log in: { user: "" }\n${logIn}`;
    expect(saidIn(text)).toEqual(['hi', 'I am anna', 'bye', 'I am ']);
    const { test } = expanded(text);
    expect(test.interactions.map(describeExpectation)[1]).toBe('prompt contains "welcome anna"');
    expect(test.interactions.map(({ origin }) => describeOrigin(origin))).toEqual([
      undefined,
      'step 1 of the block "log in", used in step 2',
      undefined,
      'step 1 of the block "log in", used in step 4',
    ]);
    expect(test.interactions.map(({ origin }) => origin?.step)).toEqual([0, 1, 2, 3]);
  });

  it('hands texts on to blocks within blocks, and names all places', () => {
    const text = `- test: A
- $USE outer: { who: anna }
---
- block: outer
- parameters: [who]
- $USE log in: { user: "{{who}} B" }
- "{{who}}, {{user}}"
${logIn}`;
    expect(saidIn(text, '  variables: { user: the variable }\n')).toEqual([
      'I am anna B',
      'anna, the variable',
    ]);
    const [origin] = expanded(text).test.interactions.map((one) => describeOrigin(one.origin));
    expect(origin).toBe(
      'step 1 of the block "log in", used in step 1 of the block "outer", used in step 1',
    );
  });

  it('lets a parameter win within its block only, in both spellings, and not over data.name', () => {
    const text = `- test: A
- dataRow: row
- "{{user}}"
- $USE b: { user: anna }
- "\${user}"
---
- block: b
- parameters: [user]
- "{{ user }} \${user} {{data.user}} {{other}}"
`;
    const configuration =
      '  variables: { user: variable, other: one }\n  data: { row: { user: of the row } }\n';
    expect(saidIn(text, configuration)).toEqual([
      'of the row',
      'anna anna of the row one',
      'of the row',
    ]);
  });

  it('fills in templates of a text where the test is, and reports one without a value', () => {
    const text = `- test: A\n- $USE log in: { user: "{{who}}" }\n${logIn}`;
    expect(saidIn(text, '  variables: { who: eve, user: other }\n')).toEqual(['I am eve']);
    const { test, configuration } = expanded(text, '  variables: { user: other }\n');
    expect(unfilledOf(test, configuration)).toMatchObject([
      { template: '{{who}}', place: 'message' },
      { template: '{{who}}', place: 'expectation' },
    ]);
  });

  it('leaves no template of a parameter anywhere in a step', () => {
    const { test, configuration } = expanded(`- test: A
- $USE b: { user: an/na, n: "2" }
---
- block: b
- parameters: [user, n]
- $PAUSE {{n}}
- "{{user}}":
  - prompt: /hi {{user}}+/
  - "$.{{n}}": "{{user}}"
  - tool {{user}}: { args: { x: "{{user}}" } }
  - save: { order: "/order {{user}} (\\\\d+)/" }
  - set x: ["{{user}}"]
  - prompt: "{{user}}"
    goto: "{{user}}"
- $CHECK POST http://a.example/{{user}}?n={{n}}:
  - headers: { content-type: application/json, x: "{{user}}" }
  - body: '{"a": "{{user}}"}'
  - $.a == {{user}}
`);
    expect(JSON.stringify(test)).not.toMatch(/\{\{\s*(user|n)|\$\{/);
    expect(unfilledOf(test, configuration)).toEqual([]);
    expect(test.interactions[0]?.input).toEqual({ kind: 'pause', seconds: 2 });
    expect(test.interactions[2]?.input).toMatchObject({
      request: { url: 'http://a.example/an%2Fna?n=2' },
    });
  });

  it('escapes a text as it escapes a variable: in addresses, bodies and patterns', () => {
    const steps = (name: string) => `- hi:
  - prompt: /is {{${name}}}!/
- $CHECK POST {{api}}/orders/{{${name}}}:
  - headers: { content-type: application/json }
  - body: '{"a": "{{${name}}}"}'
  - status: 200
`;
    const value = JSON.stringify('a/b?"c".+');
    const api = '  variables:\n    api: http://a.example\n';
    const block = expanded(
      `- test: A\n- $USE b: { x: ${value} }\n---\n- block: b\n- parameters: [x]\n${steps('x')}`,
      api,
    ).filled;
    expect(block.interactions[0]?.assertions[0]?.expected).toEqual(
      expanded(`- test: A\n${steps('v')}`, `${api}    v: ${value}\n`).filled.interactions[0]
        ?.assertions[0]?.expected,
    );
    expect(block.interactions[1]?.input).toMatchObject({
      request: {
        url: '{{api}}/orders/a%2Fb%3F%22c%22.%2B',
        body: '{"a": "a/b?\\"c\\".+"}',
      },
    });
  });

  it('never makes a command of a text alone', () => {
    const text =
      '- test: A\n- $USE b: { x: $DIAL }\n---\n- block: b\n- parameters: [x]\n- "{{x}}"\n';
    expect(expanded(text).filled.interactions[0]?.input).toEqual({ kind: 'text', text: '$DIAL' });
  });

  it('keeps the branches of each use within it, and those of the test within the test', () => {
    const { test } = expanded(`- test: A
- $USE b
- hello:
  - no goto hello
  - yes goto end
- $USE b
- bye:
  - label: end
---
- block: b
- hello:
  - again goto hello
  - stop goto end
- ok:
  - label: end
`);
    const { interactions } = test;
    const targets = interactions.map(({ branches }) =>
      branches.map(({ to }) =>
        to.kind === 'goto' ? interactions.findIndex(({ label }) => label === to.target) : to.kind,
      ),
    );
    expect(targets).toEqual([[0, 1], [], [2, 5], [3, 4], [], []]);
  });

  it('keeps a use that it cannot replace, so that its steps are never missing unnoticed', () => {
    const test = (block: string, parameters = {}): Suite['tests'][number] => ({
      name: 'A',
      mode: 'normal',
      tags: [],
      interactions: [
        { input: { kind: 'use', block, parameters }, assertions: [], branches: [], settings: {} },
      ],
    });
    const block = (
      name: string,
      steps: Suite['tests'][number]['interactions'],
      ...parameters: string[]
    ) => ({
      name,
      parameters,
      interactions: steps,
    });
    const tooMany = Array.from({ length: blockStepsMax + 1 }, () => ({
      input: { kind: 'open' as const },
      assertions: [],
      branches: [],
      settings: {},
    }));
    const suite: Suite = {
      configuration: { syntax: 2 },
      tests: ['nowhere', 'empty', 'lacking', 'cycle', 'long'].map((name) => test(name)),
      blocks: [
        block('empty', []),
        block('lacking', tooMany.slice(0, 1), 'x'),
        block('cycle', test('cycle').interactions),
        block('long', tooMany),
      ],
    };
    expect(expandBlocks(suite).tests.map(usesBlocks)).toEqual([true, true, true, true, true]);
  });
});

describe('a test that uses a block', () => {
  const fingerprint = (text: string) => {
    const suite = expandBlocks(read(text));
    return suite.tests.map((test) => testFingerprint(test, suite.configuration));
  };
  const text = `- test: A\n- $USE log in: { user: anna }\n---\n- test: B\n- hi\n${logIn}`;
  const [before, other] = fingerprint(text);

  it.each([
    ['its block is edited', text.replace('welcome', 'hello'), false],
    ['it gives another text', text.replace('anna', 'eve'), false],
    ['its block is renamed', text.replaceAll('log in', 'sign in'), true],
    [
      'its block is described',
      text.replace('- parameters', '- description: x\n- parameters'),
      true,
    ],
    [
      'the steps are written into it',
      '- test: A\n- I am anna: welcome anna\n---\n- test: B\n- hi\n',
      true,
    ],
  ])('is the same or edited where %s', (_, changed, isSame) => {
    const [after, otherAfter] = fingerprint(changed);
    expect(after === before).toBe(isSame);
    expect(otherAfter).toBe(other);
  });

  it('keeps its key and name in the plan of a run', () => {
    const planned = planRun(read(text));
    expect(planned.map(({ key, test }) => [key, test.interactions.length])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
  });

  it('is exported with the steps of the block', () => {
    const { files, losses } = exportBotScript(read(text));
    expect(losses).toEqual([]);
    expect(files[0]?.text).toContain('#me\nI am anna\n\n#bot\nwelcome anna');
  });
});

describe('the credentials of blocks', () => {
  const secret = `configuration:
  syntax: 2
  variables: { inner: s3cr3t-variable, open: shown }
---
- test: A
- $USE check: { order: "7", token: s3cr3t-text }
- $USE check: { order: "{{open}}", token: "{{inner}}" }
---
- block: check
- parameters: [order, token]
- $USE deep: { key: "{{token}}", order: "{{order}}" }
---
- block: deep
- parameters: [order, key]
- $CHECK GET http://a.example/{{order}}:
  - headers: { x-api-key: "{{key}}", authorization: s3cr3t-header }
  - status: 200
`;

  it('are masked in headers, in texts for parameters and in variables, for those who may not edit', () => {
    const masked = maskCredentials(secret);
    expect(masked).not.toContain('s3cr3t');
    expect(masked).toContain('order: "7"');
    expect(masked).toContain('open: shown');
    expect(masked.split('\n')).toHaveLength(secret.split('\n').length);
  });

  it('are masked in a text that cannot be read', () => {
    expect(maskCredentials(`${secret}\n---\n- test: [\n`)).not.toContain('s3cr3t');
  });
});
