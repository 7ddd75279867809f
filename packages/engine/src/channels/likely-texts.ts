import { isObject, type Json } from '@parley/suite';

/**
 * Ranks of texts by how likely they are messages: control values, tokens such as addresses or numbers, words, and texts with a
 * name that is common for messages.
 */
export const textRanks = { control: 0, token: 1, words: 2, named: 3 } as const;

type TextRank = (typeof textRanks)[keyof typeof textRanks];

export interface LikelyText {
  /** Path as a suite would write it; empty if the answer itself is the text. */
  path: string;
  rank: TextRank;
}

/** Maximum inspected values of an answer, enough to suggest a path. */
const visitsMax = 2_000;
/** Maximum inspected items of a list; the rest look alike. */
const itemsMax = 20;

/** Names of fields that identify or control parts of a conversation. Their values are never spoken text. */
const controlName =
  /^(action|author|channel|command|created|cursor|date|event|from|(\w+_?)?ids?|kind|lang(uage)?|locale|model|name|object|op|phase|recipient|role|sender|session|stage|state|status|time(stamp)?|to|token|topic|ts|type|updated|user|version)$/i;

/** Names of an agent's internals; values below them are never spoken text. */
const workName =
  /^(arg(ument)?s|context|debug|function(_?call)?|headers|input|logprobs|meta(data)?|param(eter)?s|tools?|tool_?calls?|trace|usage)$/i;

const textName =
  /^(answer|body|caption|content|message|msg|output|reply|response|say|speech|text|utterance)$/i;

const controlWord =
  /^(ack(nowledged)?|accepted|connected|done|error|heartbeat|ok(ay)?|ping|pong|processing|queued|ready|received|started|success|typing)$/i;

/** The texts of an answer, most likely replies first. */
export function likelyTexts(answer: Json): LikelyText[] {
  const found = new Map<string, TextRank>();
  const seen = [{ value: answer, path: '', name: '' }];
  for (const [visits, { value, path, name }] of seen.entries()) {
    if (visits === visitsMax) break;
    if (typeof value === 'string' && value.trim() !== '') {
      const rank = rankOf(value.trim(), name);
      if (rank >= (found.get(path) ?? 0)) found.set(path, rank);
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, itemsMax))
        seen.push({ value: item, path: `${path}[*]`, name });
    } else if (isObject(value)) {
      for (const [key, below] of Object.entries(value)) {
        if (!workName.test(key)) seen.push({ value: below, path: pathTo(path, key), name: key });
      }
    }
  }
  const texts = Array.from(found, ([path, rank]) => ({ path, rank }));
  return texts.sort((one, other) => other.rank - one.rank);
}

function rankOf(text: string, name: string): TextRank {
  if (textName.test(name)) return textRanks.named;
  if (controlName.test(name)) return textRanks.control;
  const isToken = !/\s/.test(text) && (/\d|:\/\//.test(text) || controlWord.test(text));
  return isToken ? textRanks.token : textRanks.words;
}

function pathTo(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}['${key.replace(/['\\]/g, '\\$&')}']`;
  return path === '' ? key : `${path}.${key}`;
}
