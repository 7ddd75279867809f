// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file format has them.
import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { oldUses, renameUses } from './rename-uses.ts';

const { suite } = parseSuite(`configuration:
  channel: { kind: http, url: "https://bot.example/{{code}}/{{pincode}}" }
  variables: { code: "1" }
  data: { gold: { pin: "2", name: Ada }, basic: { pin: "3" } }
  dataRow: old
---
- test: A
- dataRow: old
- "{{ pin }} and \${data.pin} and {{pins}}":
  - prompt: ["\${pin}", other]
  - set note: "{{pin}}"
  - bye {{pin}} goto next {{pin}}
- next {{pin}}
`);

describe('a value that was given another name', () => {
  const renaming = { kind: 'name', from: 'pin', to: 'code' } as const;

  it('is found wherever it is still used, and nothing else is', () => {
    expect(oldUses(suite, renaming)).toEqual([
      { place: 'Row gold', before: 'pin', after: 'code' },
      { place: 'Row basic', before: 'pin', after: 'code' },
      {
        place: 'A, step 1',
        before: '{{ pin }} and ${data.pin} and {{pins}}',
        after: '{{ code }} and ${data.code} and {{pins}}',
      },
      { place: 'A, step 1', before: '${pin}', after: '${code}' },
      { place: 'A, step 1', before: 'bye {{pin}}', after: 'bye {{code}}' },
      { place: 'A, step 1', before: 'next {{pin}}', after: 'next {{code}}' },
      { place: 'A, step 1', before: '{{pin}}', after: '{{code}}' },
      { place: 'A, step 2', before: 'next {{pin}}', after: 'next {{code}}' },
    ]);
  });

  it('is renamed there, in its place, and then used nowhere', () => {
    const renamed = renameUses(suite, renaming);
    expect(oldUses(renamed, renaming)).toEqual([]);
    expect(JSON.stringify(renamed)).not.toMatch(/\bpin\b/);
    expect(Object.keys(renamed.configuration.data?.gold ?? {})).toEqual(['code', 'name']);
  });

  it('is left alone where the new name does not exist', () => {
    expect(oldUses(suite, { kind: 'name', from: 'pin', to: 'nothing' })).toEqual([]);
  });
});

describe('a row that was given another name', () => {
  const renaming = { kind: 'row', from: 'old', to: 'gold' } as const;

  it('is found in tests and as the row of all others, and renamed there', () => {
    expect(oldUses(suite, renaming).map(({ place }) => place)).toEqual([
      'Tests with the default row',
      'A',
    ]);
    const renamed = renameUses(suite, renaming);
    expect(renamed.configuration.dataRow).toBe('gold');
    expect(renamed.tests[0]?.dataRow).toBe('gold');
  });
});

describe('a name that is used in blocks', () => {
  const { suite: shared } = parseSuite(`configuration:
  syntax: 2
  variables: { code: "1" }
---
- test: A
- $USE shown: { text: "{{pin}}" }
---
- block: shown
- parameters: [text]
- "{{text}} {{pin}}"
---
- block: hidden
- parameters: [pin]
- "{{pin}}"
`);
  const renaming = { kind: 'name', from: 'pin', to: 'code' } as const;

  it('is found and renamed there, except where it is a parameter', () => {
    expect(oldUses(shared, renaming)).toEqual([
      { place: 'A, step 1', before: '{{pin}}', after: '{{code}}' },
      { place: 'shown, step 1', before: '{{text}} {{pin}}', after: '{{text}} {{code}}' },
    ]);
    const { blocks } = renameUses(shared, renaming);
    expect(blocks?.map(({ interactions }) => interactions[0]?.input)).toEqual([
      { kind: 'text', text: '{{text}} {{code}}' },
      { kind: 'text', text: '{{pin}}' },
    ]);
    expect(renameUses(shared, { kind: 'row', from: 'a', to: 'b' }).blocks).toEqual(shared.blocks);
  });
});
