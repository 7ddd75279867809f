/**
 * Writes a changed model back into its text. Unchanged parts keep their spelling, comments and
 * position; changed ones are printed in the printer's style. The text is cut into parts
 * (text-parts.ts), the parts are matched with the new model, and the result is parsed again. A part
 * with another meaning (an alias whose anchor is gone, for example) is printed anew, and if that
 * does not help either, the whole suite is.
 */

import { canonicalJson } from '../model/canonical-json.ts';
import type { Suite, Test } from '../model/suite.ts';
import { withUniqueNames } from '../model/unique-names.ts';
import { type LocatedSuite, locateSuite, parseSuite } from '../parse/parse.ts';
import { printSuite, printTest } from '../print/print.ts';
import { applyConfiguration } from './apply-configuration.ts';
import { applyTest, printTestOver } from './apply-test.ts';
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
  // Nothing of it could be read: it stays below what is new, as documents of their own.
  const isUnread = located.isCut && parts.tail === text && !text.startsWith('---');
  if (isUnread) parts.tail = `---${lineBreak}${text}`;
  const afresh = new Set<number>();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const applied = compose({ text, located, parts, wanted, afresh, lineBreak });
    const read = locateSuite(applied);
    if (says(read, wanted, located)) return applied;
    wanted.tests.forEach((test, index) => {
      if (canonicalJson(test) !== canonicalJson(read.suite.tests[index])) afresh.add(index);
    });
  }
  return printSuite(suite) + (located.isCut ? parts.tail : '');
}

/** The model as the text form can say it: names made unique and the like. */
function sayable(suite: Suite): Suite {
  const read = locateSuite(printSuite(suite));
  if (!read.isCut) return read.suite;
  // Printed it is too large, though it may not be in its own spelling. Each part is read alone then.
  const settings = locateSuite(printSuite({ ...suite, tests: [] }));
  const tests = suite.tests.map((test) => parseSuite(printTest(test)).suite.tests[0] ?? test);
  return {
    configuration: settings.isCut ? suite.configuration : settings.suite.configuration,
    tests: withUniqueNames(tests),
  };
}

/**
 * Checks that a text has the wanted meaning. A text that is too large is compared as far as it can
 * be parsed; it stays complete, and its reader is told. What could not be parsed before comes after
 * the wanted part.
 */
function says(read: LocatedSuite, wanted: Suite, before: LocatedSuite): boolean {
  const { configuration, tests } = read.suite;
  if (read.isCut && tests.length === 0) return true;
  const known = before.isCut ? tests.slice(0, wanted.tests.length) : tests;
  const due = read.isCut ? wanted.tests.slice(0, tests.length) : wanted.tests;
  return (
    canonicalJson({ configuration, tests: known }) === canonicalJson({ ...wanted, tests: due })
  );
}

interface Composition {
  text: string;
  located: LocatedSuite;
  parts: SuiteParts;
  wanted: Suite;
  /** Indexes of tests that are printed even if their old part seemed good enough. */
  afresh: Set<number>;
  lineBreak: string;
}

function compose(composition: Composition): string {
  const { located, parts, wanted, lineBreak } = composition;
  const pieces: TextPart[] = [];
  const configuration = applyConfiguration(composition);
  if (configuration) pieces.push(configuration);
  const sources = matchTests(located.suite.tests, wanted.tests);
  const kept = new Set(sources);
  wanted.tests.forEach((test, index) => {
    pieces.push(composeTest(composition, test, index, sources[index]));
  });
  const orphaned = parts.tests.filter((part, index) => !kept.has(index) && part.lead.includes('#'));
  const composed = pieces.map(({ lead, body }, index) => {
    const marked = index === 0 || /^---/m.test(body) ? body : `---${lineBreak}${body}`;
    return endLine(lead, lineBreak) + endLine(marked, lineBreak);
  });
  const comments = orphaned.map(({ lead }) => lead).join('');
  return endLine(parts.head, lineBreak) + composed.join('') + comments + parts.tail;
}

function composeTest(
  { text, located, parts, afresh, lineBreak }: Composition,
  test: Test,
  index: number,
  source: number | undefined,
): TextPart {
  const part = source === undefined ? undefined : parts.tests[source];
  const old = source === undefined ? undefined : located.tests[source];
  const isAfresh = afresh.has(index);
  if (part && old && !isAfresh) {
    if (canonicalJson(old.test) === canonicalJson(test)) return part;
    const body = applyTest({ text, old, part, test, lineBreak });
    if (body !== undefined) return { lead: part.lead, body };
  }
  return { lead: part?.lead ?? '', body: printTestOver(part?.body ?? '', test, lineBreak) };
}

/**
 * Matches each wanted test with the old one that it continues: an equal one, or one with the same
 * name, contents or position.
 * @returns the index of the old test
 */
function matchTests(old: Test[], wanted: Test[]): (number | undefined)[] {
  const sources: (number | undefined)[] = wanted.map(() => undefined);
  const free = new Set(old.keys());
  const passes: ((test: Test, index: number) => string)[] = [
    (test) => canonicalJson(test),
    (test) => test.name,
    (test) => canonicalJson(test.interactions),
    (_test, index) => String(index),
  ];
  for (const keyOf of passes) {
    const byKey = new Map<string, number[]>();
    for (const index of free) {
      const key = keyOf(old[index] as Test, index);
      byKey.set(key, [...(byKey.get(key) ?? []), index]);
    }
    wanted.forEach((test, index) => {
      if (sources[index] !== undefined) return;
      const found = byKey.get(keyOf(test, index))?.shift();
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
