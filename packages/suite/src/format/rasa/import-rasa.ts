/**
 * Rasa's end-to-end tests to a suite: `test_cases` with steps `user`, `bot` and `utter`, and assertions
 * about what the bot uttered. A domain file among the files gives the texts of `utter` steps. What looks
 * inside the assistant (slots, flows, actions) cannot be seen from outside and is reported.
 */
import { isMap, isSeq } from 'yaml';
import { patternProblem } from '../../match/pattern.ts';
import { type Imported, type ImportLoss, imported } from '../import-report.ts';
import { readYaml } from '../read-yaml.ts';
import { shorten } from '../shorten.ts';
import type { Assertion, Interaction, Test } from '../suite.ts';
import { withUniqueNames } from '../unique-names.ts';
import { follow, type KeyValue, pairsOf, type Reader, rangeOf, reader, textOf } from '../values.ts';

export interface RasaFile {
  name: string;
  text: string;
}

/** Texts by the name of a response. */
type Responses = Map<string, string[]>;

interface Carry {
  file: string;
  reading: Reader;
  responses: Responses;
  losses: ImportLoss[];
}

export function importRasa(files: RasaFile[]): Imported {
  const losses: ImportLoss[] = [];
  const responses: Responses = new Map();
  const carries = files.map(({ name, text }): Carry => {
    const reading = reader(readYaml(text));
    for (const { line, message } of reading.problems.list) {
      losses.push({ file: name, line, what: name, reason: message });
    }
    return { file: name, reading, responses, losses };
  });
  for (const carry of carries) readResponses(carry);
  const tests = carries.flatMap(testsOf);
  return imported({ configuration: {}, tests: withUniqueNames(tests) }, losses);
}

function topLevel({ reading }: Carry, name: string): KeyValue | undefined {
  const contents = follow(reading, reading.documents[0]?.contents);
  return isMap(contents) ? pairsOf(reading, contents).find(({ key }) => key === name) : undefined;
}

function readResponses(carry: Carry): void {
  const { reading, responses } = carry;
  const map = follow(reading, topLevel(carry, 'responses')?.value);
  if (!isMap(map)) return;
  for (const { key, value } of pairsOf(reading, map)) {
    const texts = itemsOf(reading, value).flatMap((item) => {
      const text = find(pairs(reading, item), 'text');
      // Slots in braces are filled in by the assistant.
      return text ? (textOf(reading, text.value)?.replace(/\{[\w.]+\}/g, '*') ?? []) : [];
    });
    if (texts.length > 0) responses.set(key, texts);
  }
}

function testsOf(carry: Carry): Test[] {
  const { reading } = carry;
  const fixtures = topLevel(carry, 'fixtures');
  if (fixtures) lose(carry, fixtures, 'Slots cannot be set from outside.');
  return itemsOf(reading, topLevel(carry, 'test_cases')?.value).map((item, index) => {
    const keys = pairs(reading, item);
    for (const key of ['fixtures', 'metadata']) {
      const found = find(keys, key);
      if (found) lose(carry, found, 'Slots and metadata cannot be set from outside.');
    }
    const interactions: Interaction[] = [];
    for (const step of itemsOf(reading, find(keys, 'steps')?.value)) {
      carryStep(carry, pairs(reading, step), interactions);
    }
    const name = textOf(reading, find(keys, 'test_case')?.value)?.trim() || `Test ${index + 1}`;
    return { name, mode: 'normal', tags: [], interactions };
  });
}

function carryStep(carry: Carry, keys: KeyValue[], into: Interaction[]): void {
  const { reading } = carry;
  for (const key of keys) {
    const text = textOf(reading, key.value) ?? '';
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
        last(into).assertions.push(said('equals', text));
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
        lose(carry, key, 'It looks inside the assistant, which cannot be seen from outside.');
    }
  }
}

function carryUtter(carry: Carry, key: KeyValue, name: string, into: Interaction[]): void {
  const texts = carry.responses.get(name);
  if (texts) last(into).assertions.push(said('contains', ...texts));
  else lose(carry, key, 'The text of the response is not known; import the domain file as well.');
}

function carryAssertion(carry: Carry, assertion: KeyValue, into: Interaction[]): void {
  const { reading } = carry;
  if (assertion.key !== 'bot_uttered') {
    lose(carry, assertion, 'It looks inside the assistant, which cannot be seen from outside.');
    return;
  }
  for (const key of pairs(reading, assertion.value)) {
    const text = textOf(reading, key.value) ?? '';
    if (key.key === 'utter_name') {
      carryUtter(carry, key, text, into);
    } else if (key.key === 'text_matches') {
      const pattern = `/${text}/`;
      const problem = patternProblem(pattern);
      if (problem) lose(carry, key, problem.message);
      else last(into).assertions.push(said('regex', pattern));
    } else if (key.key === 'buttons') {
      for (const button of itemsOf(reading, key.value)) {
        const title = textOf(reading, find(pairs(reading, button), 'title')?.value);
        if (title) last(into).assertions.push({ ...said('contains', title), property: 'buttons' });
      }
    } else {
      lose(carry, key, 'There is nothing like it here.');
    }
  }
}

/** About one of the bot's messages, because each of them is a step of its own in Rasa. */
function said(operator: Assertion['operator'], ...expected: string[]): Assertion {
  return { property: 'messages', operator, expected, negated: false };
}

/** What the bot says before the user does is its greeting. */
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
  { file, reading, losses }: Carry,
  { key, value, range }: KeyValue,
  reason: string,
): void {
  const line = reading.text.slice(0, range[0]).split('\n').length;
  const end = rangeOf(value, range)[1];
  const source = reading.text.slice(range[0], end).replace(/\s+/g, ' ').trim();
  losses.push({ file, line, what: shorten(source || key), reason });
}
