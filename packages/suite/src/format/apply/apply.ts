/**
 * Writes a changed model back into its text. Unchanged parts keep their spelling, comments and position; changed ones are
 * printed in the printer's style. The text is cut into parts (text-parts.ts), the parts are matched with the new model, and the
 * result is parsed again. Parts whose meaning differs from the model, for example because an alias lost its anchor, are then
 * printed completely. If that does not help, the whole suite is printed.
 */

import { canonicalJson } from '../model/canonical-json.ts';
import type { Block, Suite, Test } from '../model/suite.ts';
import { withUniqueNames } from '../model/unique-names.ts';
import { type LocatedSuite, locateSuite, parseSuite } from '../parse/parse.ts';
import { printPart, printSuite } from '../print/print.ts';
import { applyConfiguration } from './apply-configuration.ts';
import { applyPart, type OldPart, printPartOver } from './apply-test.ts';
import { applyToTests } from './apply-to-tests.ts';
import { type SuiteParts, suiteParts, type TextPart } from './text-parts.ts';

export function applySuite(text: string, suite: Suite): string {
  return applyToTests(text, suite) ?? applyToAll(text, suite);
}

function applyToAll(text: string, suite: Suite): string {
  const located = locateSuite(text);
  if (canonicalJson(located.suite) === canonicalJson(suite)) return text;
  const wanted = sayable(suite);
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const parts = suiteParts(text, located);
  // No part of the text could be parsed. Keep it below the new documents, as documents of its own.
  const isUnread = located.isCut && parts.tail === text && !text.startsWith('---');
  if (isUnread) parts.tail = `---${lineBreak}${text}`;
  const afresh = new Set<Test | Block>();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const applied = compose({ text, located, parts, wanted, afresh, lineBreak });
    const read = locateSuite(applied);
    if (says(read, wanted, located)) return applied;
    for (const [kind, parts] of [
      ['tests', wanted.tests],
      ['blocks', wanted.blocks ?? []],
    ] as const) {
      for (const [index, part] of parts.entries()) {
        if (canonicalJson(part) !== canonicalJson(read.suite[kind]?.[index])) afresh.add(part);
      }
    }
  }
  return printSuite(suite) + (located.isCut ? parts.tail : '');
}

/** Limits the model to what text can express, for example to unique names. */
function sayable(suite: Suite): Suite {
  const read = locateSuite(printSuite(suite));
  if (!read.isCut) return read.suite;
  // The printed suite is too large, although the existing text may not be. Parse each part separately.
  const settings = locateSuite(printSuite({ configuration: suite.configuration, tests: [] }));
  const tests = suite.tests.map((test) => parseSuite(printPart(test)).suite.tests[0] ?? test);
  return {
    configuration: settings.isCut ? suite.configuration : settings.suite.configuration,
    tests: withUniqueNames(tests),
    ...(suite.blocks && { blocks: suite.blocks }),
  };
}

/**
 * Checks that a text has the wanted meaning. If the text is too large, only the parsed beginning is compared; the text stays
 * complete, and parsing it reports a problem. Tests that could not be parsed before follow the wanted ones.
 */
function says(read: LocatedSuite, wanted: Suite, before: LocatedSuite): boolean {
  const { configuration, tests, blocks } = read.suite;
  if (read.isCut && tests.length === 0) return true;
  const known = before.isCut ? tests.slice(0, wanted.tests.length) : tests;
  const due = read.isCut ? wanted.tests.slice(0, tests.length) : wanted.tests;
  const isSame =
    canonicalJson({ configuration, tests: known }) ===
    canonicalJson({ configuration: wanted.configuration, tests: due });
  return isSame && (read.isCut || canonicalJson(blocks) === canonicalJson(wanted.blocks));
}

interface Composition {
  text: string;
  located: LocatedSuite;
  parts: SuiteParts;
  wanted: Suite;
  /** Tests and blocks to print completely, because the edited text did not have their meaning. */
  afresh: ReadonlySet<Test | Block>;
  lineBreak: string;
}

function compose(composition: Composition): string {
  const { located, parts, wanted, lineBreak } = composition;
  const pieces: TextPart[] = [];
  const configuration = applyConfiguration(composition);
  if (configuration) pieces.push(configuration);
  const oldTests = located.tests.map((one) => ({ ...one, was: one.test }));
  const oldBlocks = located.blocks.map((one) => ({ ...one, was: one.block }));
  const blocks = wanted.blocks ?? [];
  const sources = matchParts(located.suite.tests, wanted.tests);
  const sourcesOfBlocks = matchParts(located.suite.blocks ?? [], blocks);
  const composed = wanted.tests.map((test, index) =>
    composePart(
      composition,
      test,
      oldTests[sources[index] ?? -1],
      parts.tests[sources[index] ?? -1],
    ),
  );
  const behind = placesOfBlocks(parts, sources, sourcesOfBlocks);
  for (let place = 0; place <= composed.length; place += 1) {
    for (const [index, block] of blocks.entries()) {
      if (behind[index] !== place) continue;
      const source = sourcesOfBlocks[index] ?? -1;
      pieces.push(composePart(composition, block, oldBlocks[source], parts.blocks[source]));
    }
    const test = composed[place];
    if (test) pieces.push(test);
  }
  const kept = new Set([
    ...sources.map((source) => parts.tests[source ?? -1]),
    ...sourcesOfBlocks.map((source) => parts.blocks[source ?? -1]),
  ]);
  const orphaned = parts.order.filter((part) => !kept.has(part) && part.lead.includes('#'));
  const written = pieces.map(({ lead, body }, index) => {
    const marked = index === 0 || /^---/m.test(body) ? body : `---${lineBreak}${body}`;
    return endLine(lead, lineBreak) + endLine(marked, lineBreak);
  });
  const comments = orphaned.map(({ lead }) => lead).join('');
  return endLine(parts.head, lineBreak) + written.join('') + comments + parts.tail;
}

/**
 * Keeps each block behind the test that preceded it. New blocks come last.
 * @returns for each wanted block, the number of tests before it; never fewer than for the previous block
 */
function placesOfBlocks(
  { tests, blocks, order }: SuiteParts,
  sources: (number | undefined)[],
  sourcesOfBlocks: (number | undefined)[],
): number[] {
  const places: number[] = [];
  for (const source of sourcesOfBlocks) {
    const at = order.indexOf(blocks[source ?? -1] as TextPart);
    const before = order.slice(0, Math.max(at, 0)).findLast((part) => tests.includes(part));
    const test = before === undefined ? -1 : sources.indexOf(tests.indexOf(before));
    const place = at < 0 || (before && test < 0) ? sources.length : test + 1;
    places.push(Math.max(place, places.at(-1) ?? 0));
  }
  return places;
}

function composePart(
  { text, afresh, lineBreak }: Composition,
  wanted: Test | Block,
  old: OldPart | undefined,
  part: TextPart | undefined,
): TextPart {
  if (part && old && !afresh.has(wanted)) {
    if (canonicalJson(old.was) === canonicalJson(wanted)) return part;
    const body = applyPart({ text, old, part, wanted, lineBreak });
    if (body !== undefined) return { lead: part.lead, body };
  }
  return { lead: part?.lead ?? '', body: printPartOver(part?.body ?? '', wanted, lineBreak) };
}

/**
 * Matches each wanted test or block with an old one: an equal one, otherwise one with the same name, the same steps or the same
 * position.
 * @returns the index of the old part; undefined for a new one
 */
function matchParts<Part extends Test | Block>(
  old: readonly Part[],
  wanted: readonly Part[],
): (number | undefined)[] {
  const sources: (number | undefined)[] = wanted.map(() => undefined);
  const free = new Set(old.keys());
  const passes: ((part: Part, index: number) => string)[] = [
    (part) => canonicalJson(part),
    (part) => part.name,
    (part) => canonicalJson(part.interactions),
    (_part, index) => String(index),
  ];
  for (const keyOf of passes) {
    const byKey = new Map<string, number[]>();
    for (const index of free) {
      const key = keyOf(old[index] as Part, index);
      byKey.set(key, [...(byKey.get(key) ?? []), index]);
    }
    wanted.forEach((part, index) => {
      if (sources[index] !== undefined) return;
      const found = byKey.get(keyOf(part, index))?.shift();
      if (found === undefined) return;
      sources[index] = found;
      free.delete(found);
    });
  }
  return sources;
}

function endLine(text: string, lineBreak: string): string {
  return text === '' || text.endsWith('\n') ? text : text + lineBreak;
}
