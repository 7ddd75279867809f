import { parseSuite, type Suite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import {
  addBlock,
  addParameter,
  canBlockBeNamed,
  cloneBlock,
  deleteBlock,
  removeParameter,
  renameBlock,
  renameParameter,
  usesOfBlocks,
} from './edit-blocks.ts';

const { suite } = parseSuite(`configuration:
  syntax: 2
---
- test: A
- $USE log in: { user: "{{user}}" }
- bye
---
- test: B
- bye
---
- block: log in
- parameters: [user, pin]
- "{{user}} \${user} {{data.user}} {{pin}}":
  - prompt: ["{{ user }}"]
---
- block: all
- $USE log in: { user: x, pin: "1" }
`);

const inputs = ({ tests, blocks = [] }: Suite) =>
  [...tests, ...blocks].map(({ interactions }) => interactions.map(({ input }) => input));

describe('the uses of a block', () => {
  it('are listed, those of tests first', () => {
    expect(usesOfBlocks(suite).get('log in')).toEqual([
      { kind: 'test', index: 0, name: 'A', step: 0 },
      { kind: 'block', index: 1, name: 'all', step: 0 },
    ]);
  });

  it('follow its new name', () => {
    const renamed = renameBlock(suite, 0, 'sign in');
    expect(inputs(renamed)[0]?.[0]).toMatchObject({ block: 'sign in' });
    expect(inputs(renamed)[3]?.[0]).toMatchObject({ block: 'sign in' });
    expect(renamed.tests[1]).toBe(suite.tests[1]);
  });

  it.each(['', 'all', 'a: b', ' x', 'x'.repeat(101)])('never follow the name "%s"', (name) => {
    expect(canBlockBeNamed(suite, 0, name)).toBe(false);
    expect(renameBlock(suite, 0, name)).toBe(suite);
  });

  it('follow a new name of a parameter, which changes in the steps of the block alone', () => {
    const renamed = renameParameter(suite, 0, 0, 'who');
    expect(renamed.blocks?.[0]?.parameters).toEqual(['who', 'pin']);
    expect(inputs(renamed)[2]?.[0]).toEqual({
      kind: 'text',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the file format has it
      text: '{{who}} ${who} {{data.user}} {{pin}}',
    });
    expect(renamed.blocks?.[0]?.interactions[0]?.assertions[0]?.expected).toEqual(['{{ who }}']);
    expect(inputs(renamed)[0]?.[0]).toMatchObject({ parameters: { who: '{{user}}' } });
    expect(renameParameter(suite, 0, 0, 'pin')).toBe(suite);
  });

  it('lose the text of a parameter that is removed', () => {
    const removed = removeParameter(suite, 0, 0);
    expect(removed.blocks?.[0]?.parameters).toEqual(['pin']);
    expect(inputs(removed)[3]?.[0]).toMatchObject({ parameters: { pin: '1' } });
  });
});

describe('the list of blocks', () => {
  it('gets new ones and copies with names of their own, and loses them', () => {
    const twice = addBlock(addBlock(suite));
    expect(twice.blocks?.map(({ name }) => name)).toEqual([
      'log in',
      'all',
      'New block',
      'New block 2',
    ]);
    expect(cloneBlock(suite, 0).blocks?.map(({ name }) => name)).toEqual([
      'log in',
      'log in 2',
      'all',
    ]);
    const none = deleteBlock(deleteBlock(suite, 0), 0);
    expect('blocks' in none).toBe(false);
  });

  it('gives a new parameter a name of its own', () => {
    const { blocks } = addParameter(addParameter(suite, 1), 1);
    expect(blocks?.[1]?.parameters).toEqual(['value', 'value2']);
  });
});
