/**
 * The fast path for the usual edit: single tests change while somebody types. Documents of a YAML
 * stream are independent, so only theirs are read and written. The parts of the text are remembered
 * from one edit to the next; the whole text is read only if it came from somewhere else.
 */

import { canonicalJson } from '../model/canonical-json.ts';
import type { Suite, Test } from '../model/suite.ts';
import { locateSuite } from '../parse/parse.ts';
import { applyPart, printPartOver } from './apply-test.ts';
import { suiteParts } from './text-parts.ts';

interface KnownText {
  text: string;
  /** Models as JSON, because the recipients may have changed them since. */
  configuration: string;
  blocks: string;
  tests: KnownTest[];
  /** Above the first test. */
  head: string;
  tail: string;
}

interface KnownTest {
  name: string;
  json: string;
  /** Its comments, and blocks that stand above it. */
  lead: string;
  body: string;
}

let last: KnownText | undefined;

/** Changes of more tests than this are none of somebody who types. */
const changedMax = 3;

/** The text with the changed tests in it; undefined where more changed than single tests. */
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

/** Words of version 2 mean something only below it. */
const strictConfiguration = 'configuration:\n  syntax: 2\n';

interface Rewriting {
  /** The changed test. */
  json: string;
  /** The configuration with which its document is read. */
  above: string;
  hasMore: boolean;
}

/** The changed document of a test; undefined if it would not mean the same on its own. */
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
