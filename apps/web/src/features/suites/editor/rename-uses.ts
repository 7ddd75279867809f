/** Finds the remaining uses of a renamed variable or row, and renames them. Pure. */
import type { Suite, SuiteConfiguration, Test } from '@parley/suite';
import { withoutUndefined } from './edit-suite.ts';

/** A new name for a variable or a value of a row (`name`), or for a row (`row`). */
export interface Renaming {
  kind: 'name' | 'row';
  from: string;
  to: string;
}

/** A place that still uses the old name. */
export interface OldUse {
  place: string;
  before: string;
  after: string;
}

/** Returns the remaining uses of the old name. Empty if something else has that name again. */
export function oldUses(suite: Suite, renaming: Renaming): OldUse[] {
  const { kind, from, to } = renaming;
  const { variables = {}, data = {}, dataRow } = suite.configuration;
  if (kind === 'row') {
    if (Object.hasOwn(data, from) || !Object.hasOwn(data, to)) return [];
    const rows = suite.tests
      .filter((test) => test.dataRow === from)
      .map(({ name }) => ({ place: name, before: from, after: to }));
    const byDefault = { place: 'Tests with the default row', before: from, after: to };
    return dataRow === from ? [byDefault, ...rows] : rows;
  }
  const isDefined = (name: string) =>
    Object.hasOwn(variables, name) || Object.values(data).some((row) => Object.hasOwn(row, name));
  if (!isDefined(to)) return [];
  const uses: OldUse[] = Object.entries(data)
    .filter(([, values]) => Object.hasOwn(values, from))
    .map(([row]) => ({ place: `Row ${row}`, before: from, after: to }));
  if (Object.hasOwn(variables, from)) uses.push({ place: 'Variables', before: from, after: to });
  const look = (place: string, part: unknown) => {
    mapTexts(part, (text) => {
      const after = renameIn(text, from, to);
      if (after !== text) uses.push({ place, before: text, after });
      return text;
    });
  };
  look('Bot', suite.configuration.channel);
  look('Text replacements', suite.configuration.findReplace);
  // Within a block, the name refers to a parameter of the same name.
  const blocks = (suite.blocks ?? []).filter(({ parameters }) => !parameters.includes(from));
  for (const { name, interactions } of [...suite.tests, ...blocks])
    interactions.forEach((interaction, step) => {
      look(`${name}, step ${step + 1}`, interaction);
    });
  return uses;
}

/** Returns the suite with all uses renamed. */
export function renameUses(suite: Suite, { kind, from, to }: Renaming): Suite {
  const { configuration, tests, blocks } = suite;
  if (kind === 'row') {
    const inTest = (test: Test) => (test.dataRow === from ? { ...test, dataRow: to } : test);
    const dataRow = configuration.dataRow === from ? to : configuration.dataRow;
    return {
      ...suite,
      configuration: withoutUndefined({ ...configuration, dataRow }),
      tests: tests.map(inTest),
    };
  }
  const rename = <Part>(part: Part): Part =>
    renameTemplates(part, (text) => renameIn(text, from, to));
  const { channel, findReplace, variables, data } = configuration;
  const renamed: SuiteConfiguration = {
    ...configuration,
    channel: rename(channel),
    findReplace: rename(findReplace),
    variables: variables && withKeyRenamed(variables, from, to),
    data:
      data &&
      Object.fromEntries(
        Object.entries(data).map(([row, values]) => [row, withKeyRenamed(values, from, to)]),
      ),
  };
  return {
    ...suite,
    configuration: withoutUndefined(renamed),
    tests: tests.map((test) => ({ ...test, interactions: rename(test.interactions) })),
    ...(blocks && {
      blocks: blocks.map((block) =>
        block.parameters.includes(from)
          ? block
          : { ...block, interactions: rename(block.interactions) },
      ),
    }),
  };
}

/**
 * Renames `{{name}}` and `${name}`, and keeps their spacing. Scope `without data`, for blocks with a parameter of this name,
 * does not rename `data.name`.
 */
export function renameIn(
  text: string,
  from: string,
  to: string,
  scope: 'data too' | 'without data' = 'data too',
): string {
  return text.replace(
    /(\{\{\s*|\$\{\s*)(data\.)?([\w.-]+)(\s*\}\}?)/g,
    (whole, begin: string, data: string | undefined, name: string, end: string) =>
      name === from && (scope === 'data too' || data === undefined)
        ? `${begin}${data ?? ''}${to}${end}`
        : whole,
  );
}

/** Renames a key and keeps its position. If the new name is taken, nothing changes. */
function withKeyRenamed(values: Record<string, string>, from: string, to: string) {
  if (!Object.hasOwn(values, from) || Object.hasOwn(values, to)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name === from ? to : name, value]),
  );
}

/** Applies a function to all texts in a part of a suite. */
export const renameTemplates = <Part>(part: Part, change: (text: string) => string): Part =>
  mapTexts(part, change) as Part;

function mapTexts(part: unknown, change: (text: string) => string): unknown {
  if (typeof part === 'string') return change(part);
  if (Array.isArray(part)) return part.map((item) => mapTexts(item, change));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, mapTexts(value, change)]),
  );
}
