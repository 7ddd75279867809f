/**
 * The fast path for the usual edit: a few tests change while a person types. The documents of a YAML stream are independent, so
 * only changed ones are parsed and printed. The parts of the text are cached between edits; the whole text is parsed again only
 * if it is not the result of the last edit.
 */

import { canonicalJson } from '../model/canonical-json.ts';
import type { Suite, Test } from '../model/suite.ts';
import { locateSuite } from '../parse/parse.ts';
import { applyPart, printPartOver } from './apply-test.ts';
import { suiteParts } from './text-parts.ts';

interface KnownText {
  text: string;
  /** The configuration as JSON, because callers can modify the object. */
  configuration: string;
  blocks: string;
  tests: KnownTest[];
  /** Text above the first test. */
  head: string;
  tail: string;
}

interface KnownTest {
  name: string;
  json: string;
  /** Comments above the test, and blocks between it and the previous test. */
  lead: string;
  body: string;
}

let last: KnownText | undefined;

/** Maximum number of changed tests. Typing does not change more at once. */
const changedMax = 3;

/** @returns the text with the changed tests; undefined if anything else, or more than `changedMax` tests, changed */
export function applyToTests(text: string, suite: Suite): string | undefined {
  const known = last?.text === text ? last : know(text);
  last = known;
  if (!known || suite.tests.length !== known.tests.length) return undefined;
  if (canonicalJson(suite.configuration) !== known.configuration) return undefined;
  if (canonicalJson(suite.blocks ?? []) !== known.blocks) return undefined;
  const changed = suite.tests.flatMap((test, index) => {
    const json = canonicalJson(test);
    return json === known.tests[index]?.json ? [] : [{ test, index, json }];
  });
  if (changed.length > changedMax) return undefined;
  const tests = [...known.tests];
  for (const { test, index, json } of changed) {
    const old = tests[index] as KnownTest;
    const isTaken = tests.some(({ name }, other) => other !== index && name === test.name);
    const above = suite.configuration.syntax === 2 ? strictConfiguration : '';
    const hasMore = index < tests.length - 1;
    const body = isTaken ? undefined : rewrite(old, test, { json, above, hasMore });
    if (body === undefined) return undefined;
    tests[index] = { ...old, name: test.name, json, body };
  }
  last = { ...known, tests, text: textOf({ ...known, tests }) };
  return last.text;
}

function know(text: string): KnownText | undefined {
  const located = locateSuite(text);
  const parts = suiteParts(text, located);
  const { configuration } = parts;
  const tests: KnownTest[] = [];
  let blocks = '';
  for (const part of parts.order) {
    const test = parts.tests[tests.length] === part && located.suite.tests[tests.length];
    if (!test) {
      blocks += part.lead + part.body;
      continue;
    }
    const { lead, body } = part;
    tests.push({ lead: blocks + lead, body, name: test.name, json: canonicalJson(test) });
    blocks = '';
  }
  const known = {
    configuration: canonicalJson(located.suite.configuration),
    blocks: canonicalJson(located.suite.blocks ?? []),
    tests,
    head: parts.head + (configuration ? configuration.lead + configuration.body : ''),
    tail: blocks + parts.tail,
  };
  return textOf(known) === text ? { ...known, text } : undefined;
}

function textOf({ head, tests, tail }: Omit<KnownText, 'text'>): string {
  return head + tests.map(({ lead, body }) => lead + body).join('') + tail;
}

/** Configuration to parse a single test with. Keywords of version 2 are recognized only below it. */
const strictConfiguration = 'configuration:\n  syntax: 2\n';

interface Rewriting {
  /** The changed test as JSON. */
  json: string;
  /** The configuration to parse the document with. */
  above: string;
  hasMore: boolean;
}

/** @returns the changed document of a test; undefined if it would not mean the same on its own */
function rewrite(
  { body, json: oldJson }: KnownTest,
  test: Test,
  { json, above, hasMore }: Rewriting,
): string | undefined {
  const head = above !== '' && !body.startsWith('---') ? `${above}---\n` : above;
  const { tests } = locateSuite(head + body);
  const [old] = tests;
  if (!old || tests.length > 1 || canonicalJson(old.test) !== oldJson) return undefined;
  const lineBreak = body.includes('\r\n') ? '\r\n' : '\n';
  const part = { lead: '', body };
  const written =
    applyPart({
      text: head + body,
      old: { ...old, was: old.test },
      part,
      wanted: test,
      lineBreak,
    }) ?? printPartOver(body, test, lineBreak);
  const read = locateSuite(head + written).suite;
  const settings = locateSuite(head).suite.configuration;
  const saysIt = read.tests.length === 1 && canonicalJson(read.tests[0]) === json;
  const isAlone = canonicalJson(read.configuration) === canonicalJson(settings) && !read.blocks;
  if (!saysIt || !isAlone) return undefined;
  const isOpen = hasMore && !written.endsWith('\n');
  return isOpen ? written + lineBreak : written;
}
