/**
 * Parses requests to the system of record (syntax version 2):
 *
 * `- $CHECK GET {{api}}/orders/7:` with `- within: 10s` · `- stays: 5s` · `- status: 200` · `- $.state === refunded` ·
 * `- headers: { … }` · `- json: { … }` · `- body: text` below it.
 */
import { isMap, isSeq } from 'yaml';
import { parsePath } from '../../match/path.ts';
import {
  describeRequest,
  type RequestMethod,
  requestMethods,
  type SystemRequest,
} from '../../requests/system-request.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import { shorten } from '../model/shorten.ts';
import type { Assertion, Interaction, SuiteConfiguration, SuiteRequest } from '../model/suite.ts';
import { hasPlaceholder } from '../model/template.ts';
import { branchAlone, branchAmong } from './branches.ts';
import { splitAtOperator } from './operators.ts';
import { assertionOfText, assertionsOfPair } from './parse-assertion.ts';
import { parseMetric, refuseComparedMetric } from './parse-metric.ts';
import { ofAnswer, parseSave } from './parse-save.ts';
import { uncut } from './parse-value.ts';
import type { TextRange } from './problem-list.ts';
import {
  follow,
  isPlain,
  jsonOf,
  type KeyValue,
  pairsOf,
  type Reader,
  rangeOf,
  recordOf,
  textOf,
} from './values.ts';

/** Maximum of `within` and `stays`, in milliseconds. */
const waitMsMax = 300_000;
/** Maximum length of an address in characters, so that it fits into a YAML key. */
const urlLengthMax = 900;

const isCheck = (text: string): boolean => /^\$CHECK(?=\s|$)/i.test(text.trim());

/** @returns true if the item is a check of the system of record, not a message to the bot */
export function beginsCheck(reading: Reader, keyNode: unknown, text: string): boolean {
  if (!isCheck(text)) return false;
  if (reading.isStrict && isPlain(keyNode)) return true;
  reading.problems.warning(
    rangeOf(keyNode),
    `"${shorten(text.trim())}" is sent to the bot.`,
    reading.isStrict
      ? 'Remove the quotes to check the system of record.'
      : 'Add "syntax: 2" to the configuration to check the system of record.',
  );
  return false;
}

/** Parses a check. @returns undefined after reporting an invalid method or address */
export function parseCheck(
  reading: Reader,
  text: string,
  value: unknown,
  range: TextRange,
): Interaction | undefined {
  const line = text.trim().replace(/^\$CHECK\s*/i, '');
  const request = requestLine(
    reading,
    line,
    range,
    'Write for example: $CHECK GET {{api}}/orders/7',
  );
  if (!request) return undefined;
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    reading.problems.error(
      range,
      `A check only reads, but ${request.method} changes something.`,
      'Use GET, HEAD or POST.',
    );
  }
  const into: Interaction = {
    input: { kind: 'check', request },
    assertions: [],
    branches: [],
    settings: {},
  };
  const node = follow(reading, value);
  const items = isSeq(node) ? node.items : [node];
  for (const item of items) parseCheckItem(reading, item, into, request, range);
  refuseBody(reading, request, range);
  if (into.assertions.length === 0) {
    reading.problems.error(
      range,
      'This check has no expectations.',
      'Add below it what must be true, for example: - status: 200',
    );
  }
  return into;
}

function parseCheckItem(
  reading: Reader,
  item: unknown,
  into: Interaction,
  request: SystemRequest,
  fallback: TextRange,
): void {
  const node = follow(reading, item);
  const range = rangeOf(node, fallback);
  if (node === null || node === undefined) return;
  const text = textOf(reading, node);
  if (text !== undefined) {
    if (branchAlone(text.trim())) refuseBranch(reading, range);
    else if (!refuseComparedMetric(reading, text, range))
      into.assertions.push(...assertionOfItem(reading, text, range));
    return;
  }
  const pairs = isMap(node) ? pairsOf(reading, node) : [];
  if (!isMap(node) || branchAmong(reading, pairs)) {
    refuseBranch(reading, range);
    return;
  }
  for (const pair of pairs) {
    if (pair.key === 'label') into.label = textOf(reading, pair.value)?.trim() ?? '';
    else if (pair.key === 'save')
      into.save = { ...into.save, ...parseSave(reading, pair, ofAnswer) };
    else if (!parseRequestField(reading, pair, request) && !parseMetric(reading, pair, into)) {
      into.assertions.push(...assertionsOfAnswer(reading, pair));
    }
  }
}

const refuseBranch = (reading: Reader, range: TextRange): void =>
  reading.problems.error(
    range,
    'This is not allowed below a check.',
    'Write assertions such as status: 200 and $.state === refunded, or within, stays, headers, json, body, save and label.',
  );

/** Parses `POST {{api}}/orders`. @returns undefined after reporting that it is not a method and an address */
function requestLine(
  reading: Reader,
  line: string,
  range: TextRange,
  hint: string,
): SystemRequest | undefined {
  const [, word = '', url = ''] = /^(\S*)\s*(.*)$/s.exec(line.trim()) ?? [];
  const method = word.toUpperCase();
  const isMethod = (requestMethods as readonly string[]).includes(method);
  if (!isMethod) {
    reading.problems.error(
      range,
      word === ''
        ? 'A request needs a method and an address.'
        : `"${shorten(word)}" is not a method: use ${requestMethods.join(', ')}.`,
      hint,
    );
    return undefined;
  }
  // Spaces within the braces of a template are insignificant.
  const address = url.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, '{{$1}}');
  const isAddress = /^(?:https?:\/\/|\{\{|\$\{)[!-~]*[!-9;-~]$/i.test(address);
  if (!isAddress || address.length > urlLengthMax) {
    reading.problems.error(
      range,
      address.length > urlLengthMax
        ? `The address of this request has more than ${urlLengthMax} characters.`
        : `"${shorten(url)}" is not an address: it begins with http://, https:// or a variable, and has no spaces.`,
      hint,
    );
    return undefined;
  }
  return { method: method as RequestMethod, url: address };
}

/** Parses `headers`, `json`, `body`, `within` and `stays`. @returns false for any other key */
function parseRequestField(
  reading: Reader,
  { key, value, range }: KeyValue,
  request: SystemRequest,
): boolean {
  const at = `of ${shorten(describeRequest(request))}`;
  const error = (message: string, hint: string) => {
    reading.problems.error(range, message, hint);
    return true;
  };
  switch (key) {
    case 'headers': {
      const headers = recordOf(reading, value, textOf);
      if (!headers)
        return error(
          `The headers ${at} must be names with text values.`,
          'Write for example: headers: { authorization: "Bearer {{token}}" }',
        );
      request.headers = headers;
      return true;
    }
    case 'json':
      request.json = jsonOf(reading, value);
      return true;
    case 'body': {
      const body = textOf(reading, value);
      // To check the body, an operator is needed: `body: hello` is a body to send.
      if (body === undefined)
        return error(`The body ${at} must be text.`, 'Use json: for an object or a list.');
      request.body = body;
      return true;
    }
    case 'within':
    case 'stays': {
      const ms = millisecondsOf(textOf(reading, value) ?? '', 1000);
      if (!ms || ms > waitMsMax)
        return error(
          `"${key}" ${at} must be a time of at most ${waitMsMax / 1000} seconds.`,
          `Write for example: ${key}: 10s`,
        );
      request[key === 'within' ? 'withinMs' : 'staysMs'] = ms;
      return true;
    }
    default:
      return false;
  }
}

/** Reports two bodies, or a body that the method does not allow. */
function refuseBody(reading: Reader, request: SystemRequest, range: TextRange): void {
  const { method, json, body } = request;
  if (json === undefined && body === undefined) return;
  if (method === 'GET' || method === 'HEAD') {
    reading.problems.error(
      range,
      `${method} has no body.`,
      'Remove json and body, or use POST. To check the text of the response, write for example: body == done',
    );
  } else if (json !== undefined && body !== undefined) {
    reading.problems.error(range, 'A request can have only one body.', 'Use either json or body.');
  }
}

/** Parses `- $.state === refunded`. */
function assertionOfItem(reading: Reader, text: string, range: TextRange): Assertion[] {
  const whole = uncut(reading, splitAtOperator(text), range) ?? text;
  const found = assertionOfText(reading, whole, range);
  if (!found || found.to) {
    reading.problems.error(
      range,
      `"${shorten(text)}" is not an assertion about an answer.`,
      'Write for example: status: 200, or $.state === refunded',
    );
    return [];
  }
  return aboutAnswer(reading, found.assertion, range);
}

/** Parses `- status: 200`. */
function assertionsOfAnswer(reading: Reader, pair: KeyValue): Assertion[] {
  const { keyNode, key, range } = pair;
  if (isPlain(keyNode) && splitAtOperator(key)) {
    const text = uncut(reading, splitAtOperator(key), range) ?? reading.text.slice(...range);
    return assertionOfItem(reading, text, range);
  }
  return assertionsOfPair(reading, pair).flatMap(({ assertion, to }) => {
    if (!to) return aboutAnswer(reading, assertion, range);
    refuseBranch(reading, range);
    return [];
  });
}

function aboutAnswer(reading: Reader, assertion: Assertion, range: TextRange): Assertion[] {
  const { property, operator, expected } = assertion;
  const refuse = (message: string, hint: string) => {
    reading.problems.error(range, message, hint);
    return [];
  };
  if (operator === 'means')
    return refuse(
      'A judge cannot evaluate an answer of the system of record.',
      'Compare with another operator, for example ===.',
    );
  if (property === 'status') {
    const codes = expected.map(Number);
    const isText = operator === 'regex' || operator === 'fuzzy' || operator === 'exists';
    if (isText || !codes.every((code) => Number.isInteger(code) && code >= 100 && code <= 599))
      return refuse(
        'A status is a number from 100 to 599.',
        'Write for example: status: 200, or status: [200, 204], or status < 300',
      );
    // A status is compared as a number, because `contains` would find 20 in 200.
    const compared = operator === 'contains' ? 'equals' : operator;
    return [{ ...assertion, operator: compared, expected: codes }];
  }
  const path = parsePath(property);
  const isPath =
    path.problem === undefined ? path.isRooted : hasPlaceholder(property) && property[0] === '$';
  if (property !== 'body' && !isPath)
    return refuse(
      `"${shorten(property)}" is not a part of an answer.`,
      `Use status, body or a path into its JSON, for example: $.${property.replace(/^\$?\.?/, '') || 'state'}`,
    );
  return [assertion];
}

/** Maximum number of requests before, or after, each test. */
const requestsMax = 20;

const requestHint =
  'Write for example: - request: POST {{api}}/orders, and below it json, status: 201 and save: { order: $.id }';

/**
 * Parses `before all`, `before each` or `after each`, a list of requests. @returns undefined after reporting a request that cannot be sent
 */
export function parseRequests(
  reading: Reader,
  { key, value, range }: KeyValue,
): SuiteRequest[] | undefined {
  const node = follow(reading, value);
  if (!isSeq(node) || node.items.length === 0) {
    reading.problems.error(range, `"${key}" must be a list of requests.`, requestHint);
    return undefined;
  }
  if (node.items.length > requestsMax) {
    reading.problems.error(
      range,
      `"${key}" has at most ${requestsMax} requests.`,
      'Combine several steps in one endpoint of your system.',
    );
    return undefined;
  }
  const requests = node.items.map((item) => parseSuiteRequest(reading, item, key, range));
  return requests.every((one) => one !== undefined) ? requests : undefined;
}

function parseSuiteRequest(
  reading: Reader,
  item: unknown,
  key: string,
  fallback: TextRange,
): SuiteRequest | undefined {
  const node = follow(reading, item);
  const range = rangeOf(node, fallback);
  const pairs = isMap(node) ? pairsOf(reading, node) : [];
  const line = pairs.find((pair) => pair.key === 'request');
  if (!line) {
    if (/^\$USE(\s|$)/i.test((textOf(reading, node) ?? pairs[0]?.key ?? '').trim()))
      reading.problems.error(
        range,
        `A block cannot stand in "${key}": no messages are sent to the bot there.`,
        'Use it as the first step of the tests.',
      );
    else reading.problems.error(range, `An item of "${key}" is a request.`, requestHint);
    return undefined;
  }
  const request = requestLine(reading, textOf(reading, line.value) ?? '', line.range, requestHint);
  if (!request) return undefined;
  const into: SuiteRequest = { request, assertions: [] };
  for (const pair of pairs) {
    if (pair === line || parseRequestField(reading, pair, request)) continue;
    if (pair.key === 'status') into.assertions.unshift(...assertionsOfAnswer(reading, pair));
    else if (pair.key === 'expect') into.assertions.push(...expected(reading, pair));
    else if (pair.key === 'save') into.save = parseSave(reading, pair, ofAnswer);
    else if (pair.key === 'expires' && key === 'before all') parseExpiry(reading, pair, into);
    else
      reading.problems.error(
        pair.range,
        `"${shorten(pair.key)}" is not a key of a request.`,
        pair.key === 'expires'
          ? 'Values of "before all" can expire. Those of other requests are new for each test.'
          : `Use request, headers, json, body, status, expect, within, stays${key === 'before all' ? ', save and expires' : ' and save'}. Assertions go under expect.`,
      );
  }
  if (into.expires !== undefined && !into.save)
    reading.problems.error(
      line.range,
      'This request saves nothing that could expire.',
      'Add what to save, for example: save: { token: $.access_token }',
    );
  refuseBody(reading, request, line.range);
  const repeats = request.withinMs !== undefined ? 'within' : request.staysMs && 'stays';
  if (repeats && request.method !== 'GET' && request.method !== 'HEAD') {
    reading.problems.error(
      line.range,
      `${request.method} with "${repeats}" would be sent repeatedly.`,
      `Remove ${repeats}, or wait with a separate GET.`,
    );
  }
  return into;
}

const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Maximum of `expires`, in milliseconds. */
const expiresMsMax = 7 * 24 * 3_600_000;

/** Parses `expires: 50m` or `expires: $.expires_in`. */
function parseExpiry(reading: Reader, { value, range }: KeyValue, into: SuiteRequest): void {
  const text = textOf(reading, value)?.trim() ?? '';
  if (text.startsWith('$')) {
    const wrong = ofAnswer.problem(reading, text);
    if (!wrong) into.expires = text;
    else reading.problems.error(range, wrong, 'Write for example: expires: $.expires_in');
    return;
  }
  const [, time, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  const ms = time && Math.round(Number(time) * unitsMs[unit as keyof typeof unitsMs]);
  if (ms && ms <= expiresMsMax) into.expires = ms;
  else
    reading.problems.error(
      range,
      `"expires" must be a time of at most 7 days, or the path of a number of seconds in the answer.`,
      'Write for example: expires: 50m, or expires: $.expires_in',
    );
}

/** Parses `expect: [$.id exists]`. */
function expected(reading: Reader, { value, range }: KeyValue): Assertion[] {
  const node = follow(reading, value);
  const items = isSeq(node) ? node.items : [node];
  return items.flatMap((item) => {
    const one = follow(reading, item);
    const text = one === null || one === undefined ? '' : textOf(reading, one);
    if (text !== undefined) return assertionOfItem(reading, text, rangeOf(one, range));
    if (isMap(one)) {
      return pairsOf(reading, one).flatMap((pair) => assertionsOfAnswer(reading, pair));
    }
    return assertionOfItem(reading, '', rangeOf(one, range));
  });
}

/** Reports names that are both saved and a variable, or saved twice: one of the two values would be lost. */
export function refuseSavedTwice(
  reading: Reader,
  {
    beforeAll = [],
    beforeEach = [],
    afterEach = [],
    variables = {},
    data = {},
  }: SuiteConfiguration,
  range: TextRange,
): void {
  const taken = new Set([variables, ...Object.values(data)].flatMap((one) => Object.keys(one)));
  const saving = [...beforeAll, ...beforeEach, ...afterEach];
  for (const name of saving.flatMap(({ save = {} }) => Object.keys(save))) {
    if (taken.has(name)) {
      reading.problems.error(
        range,
        `"${shorten(name)}" is saved, but it is a variable or saved already.`,
        'Use another name for one of them.',
      );
    }
    taken.add(name);
  }
}
