/**
 * Imports Rasa's end-to-end tests as a suite: `test_cases` with the steps `user`, `bot` and `utter`, and assertions about the
 * bot's utterances. A domain file among the files provides the texts of `utter` steps. Checks of the assistant's internals
 * (slots, flows, actions) are impossible from outside and are reported.
 */
import { isMap, isSeq } from 'yaml';
import type { PatternBudget } from '../../match/matcher.ts';
import { patternBudget, patternProblem } from '../../match/pattern.ts';
import { shorten } from '../model/shorten.ts';
import type { Assertion, Interaction, Test } from '../model/suite.ts';
import { fittingName, nameLengthMax, uniqueNamer } from '../model/unique-names.ts';
import { readYaml, yamlTokensMax } from '../parse/read-yaml.ts';
import {
  follow,
  type KeyValue,
  pairsOf,
  type Reader,
  rangeOf,
  reader,
  textOf,
} from '../parse/values.ts';
import { type Imported, type ImportLoss, imported, whyNameShortened } from './import-report.ts';
import {
  hasRoom,
  type ImportRoom,
  importRoom,
  takeTest,
  takeText,
  whyFull,
} from './import-room.ts';

export interface RasaFile {
  name: string;
  text: string;
}

/** Texts by name of the response. */
type Responses = Map<string, string[]>;

/** State shared by all files of an import. */
interface Shared {
  responses: Responses;
  losses: ImportLoss[];
  room: ImportRoom;
  uniqueName: (name: string) => string;
  patterns: PatternBudget;
}

interface Carry {
  file: string;
  reading: Reader;
  shared: Shared;
}

/** @returns undefined if no file contains test cases */
export function importRasaTests(files: RasaFile[]): Imported | undefined {
  const shared: Shared = {
    responses: new Map(),
    losses: [],
    room: importRoom(),
    uniqueName: uniqueNamer(),
    patterns: patternBudget(),
  };
  const carries = readFiles(files, shared);
  if (!carries.some((carry) => topLevel(carry, 'test_cases'))) return undefined;
  for (const carry of carries) readResponses(carry);
  const tests = carries.flatMap(testsOf);
  return imported({ configuration: {}, tests }, shared.losses);
}

/** Parses the files. The size limit of one suite applies to all of them together. */
function readFiles(files: RasaFile[], shared: Shared): Carry[] {
  let tokensLeft = yamlTokensMax;
  return files.filter(mayHoldMore).map(({ name, text }) => {
    const reading = reader(readYaml(text, tokensLeft));
    tokensLeft -= reading.tokens;
    for (const { line, message } of reading.problems.list) {
      shared.losses.push({ file: name, line, what: name, reason: message });
    }
    return { file: name, reading, shared };
  });
}

/** Quick check that avoids parsing files without tests, as are most files of an assistant. */
const mayHoldMore = ({ text }: RasaFile): boolean =>
  /^["']?(test_cases|fixtures|responses)\b/m.test(text);

function topLevel({ reading }: Carry, name: string): KeyValue | undefined {
  const contents = follow(reading, reading.documents[0]?.contents);
  return isMap(contents) ? pairsOf(reading, contents).find(({ key }) => key === name) : undefined;
}

function readResponses(carry: Carry): void {
  const { reading, shared } = carry;
  const room = importRoom();
  const map = follow(reading, topLevel(carry, 'responses')?.value);
  if (!isMap(map)) return;
  for (const { key, value } of pairsOf(reading, map)) {
    const texts = itemsOf(reading, value).flatMap((item) => {
      const pair = find(pairs(reading, item), 'text');
      const text = pair && textOf(reading, pair.value);
      if (text === undefined) return [];
      takeText(room, text);
      // The assistant fills in slots in braces.
      return hasRoom(room) ? text.replace(/\{[\w.]+\}/g, '*') : [];
    });
    if (texts.length > 0) shared.responses.set(key, texts);
  }
}

function testsOf(carry: Carry): Test[] {
  const { file, reading, shared } = carry;
  const { losses, room, uniqueName } = shared;
  const fixtures = topLevel(carry, 'fixtures');
  if (fixtures) lose(carry, fixtures, 'Slots cannot be set from outside.');
  const tests: Test[] = [];
  for (const item of itemsOf(reading, topLevel(carry, 'test_cases')?.value)) {
    if (!hasRoom(room)) break;
    const found = testOf(carry, pairs(reading, item), `Test ${tests.length + 1}`);
    const test = { ...found, name: uniqueName(found.name) };
    takeTest(room, test);
    if (hasRoom(room)) tests.push(test);
    else losses.push({ file, what: shorten(test.name), reason: whyFull(room) });
  }
  return tests;
}

function testOf(carry: Carry, keys: KeyValue[], nameless: string): Test {
  const { reading, shared } = carry;
  for (const key of ['fixtures', 'metadata']) {
    const found = find(keys, key);
    if (found) lose(carry, found, 'Slots and metadata cannot be set from outside.');
  }
  const named = find(keys, 'test_case');
  const name = textOf(reading, named?.value)?.trim() || nameless;
  takeText(shared.room, name);
  if (named && name.length > nameLengthMax) lose(carry, named, whyNameShortened);
  const interactions: Interaction[] = [];
  for (const step of itemsOf(reading, find(keys, 'steps')?.value)) {
    if (!hasRoom(shared.room)) break;
    carryStep(carry, pairs(reading, step), interactions);
  }
  return { name: fittingName(name), mode: 'normal', tags: [], interactions };
}

function carryStep(carry: Carry, keys: KeyValue[], into: Interaction[]): void {
  const { reading, shared } = carry;
  for (const key of keys) {
    const text = textOf(reading, key.value) ?? '';
    takeText(shared.room, text);
    switch (key.key) {
      case 'user':
        into.push({
          input: { kind: 'text', text },
          assertions: [],
          branches: [],
          settings: {},
        });
        break;
      case 'bot':
        last(into).assertions.push(said('equals', [text]));
        break;
      case 'utter':
        carryUtter(carry, key, text, into);
        break;
      case 'assertions':
        for (const item of itemsOf(reading, key.value)) {
          for (const assertion of pairs(reading, item)) carryAssertion(carry, assertion, into);
        }
        break;
      default:
        lose(carry, key, "It checks the assistant's internals, which cannot be seen from outside.");
    }
  }
}

function carryUtter(carry: Carry, key: KeyValue, name: string, into: Interaction[]): void {
  const { responses, room } = carry.shared;
  const texts = responses.get(name);
  for (const text of texts ?? []) takeText(room, text);
  if (texts) last(into).assertions.push(said('contains', texts));
  else lose(carry, key, 'The text of the response is unknown. Import the domain file, too.');
}

function carryAssertion(carry: Carry, assertion: KeyValue, into: Interaction[]): void {
  const { reading, shared } = carry;
  if (assertion.key !== 'bot_uttered') {
    lose(
      carry,
      assertion,
      "It checks the assistant's internals, which cannot be seen from outside.",
    );
    return;
  }
  for (const key of pairs(reading, assertion.value)) {
    const text = textOf(reading, key.value) ?? '';
    if (key.key === 'utter_name') {
      carryUtter(carry, key, text, into);
    } else if (key.key === 'text_matches') {
      const pattern = `/${text}/`;
      takeText(shared.room, pattern);
      const reason = patternProblem(pattern, shared.patterns);
      if (reason) lose(carry, key, reason.message);
      else last(into).assertions.push(said('regex', [pattern]));
    } else if (key.key === 'buttons') {
      for (const button of itemsOf(reading, key.value)) {
        const title = textOf(reading, find(pairs(reading, button), 'title')?.value);
        if (!title) continue;
        takeText(shared.room, title);
        last(into).assertions.push({ ...said('contains', [title]), property: 'buttons' });
      }
    } else {
      lose(carry, key, 'Parley has no equivalent.');
    }
  }
}

/** Asserts that at least one of the bot's messages matches, because Rasa checks each message separately. */
function said(operator: Assertion['operator'], expected: string[]): Assertion {
  return { property: 'messages', operator, expected, negated: false };
}

/** @returns the last interaction; adds a greeting if there is none, because the bot then speaks first */
function last(interactions: Interaction[]): Interaction {
  const found = interactions.at(-1);
  if (found) return found;
  const greeting: Interaction = {
    input: { kind: 'open' },
    assertions: [],
    branches: [],
    settings: {},
  };
  interactions.push(greeting);
  return greeting;
}

function itemsOf(reading: Reader, node: unknown): unknown[] {
  const list = follow(reading, node);
  return isSeq(list) ? list.items : [];
}

function pairs(reading: Reader, node: unknown): KeyValue[] {
  const map = follow(reading, node);
  return isMap(map) ? pairsOf(reading, map) : [];
}

function find(keys: KeyValue[], name: string): KeyValue | undefined {
  return keys.find(({ key }) => key === name);
}

function lose(
  { file, reading, shared }: Carry,
  { key, value, range }: KeyValue,
  why: string,
): void {
  const end = rangeOf(value, range)[1];
  // The report shows only a short excerpt.
  const start = reading.text.slice(range[0], Math.min(end, range[0] + 500));
  const source = start.replace(/\s+/g, ' ').trim();
  shared.losses.push({
    file,
    line: reading.lineOf(range[0]),
    what: shorten(source || key),
    reason: why,
  });
}
