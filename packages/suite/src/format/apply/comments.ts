/** Keeps the comments of text that is printed again. */
import { Lexer } from 'yaml';
import { canonicalJson } from '../model/canonical-json.ts';
import { parseSuite } from '../parse/parse.ts';

/** Adds the comments of the replaced lines to the new lines: beside the first line or above it. */
export function withComments(old: string, printed: string): string {
  const { beside, others } = commentsOf(old);
  const [, margin = '', first = '', lineBreak = ''] = /^( *)([^\r\n]*)(\r?\n)/.exec(printed) ?? [];
  const above = others.map((comment) => margin + comment + lineBreak).join('');
  const end = margin.length + first.length;
  const behind = beside === undefined ? '' : ` ${beside}`;
  return above + printed.slice(0, end) + behind + printed.slice(end);
}

/** @returns the comments of lines that were removed without a replacement, each on its own line */
export function commentLines(old: string): string {
  const [, margin = '', lineBreak = '\n'] = /^( *)[^\r\n]*(\r?\n)?/.exec(old) ?? [];
  const { beside, others } = commentsOf(old);
  return [...(beside === undefined ? [] : [beside]), ...others]
    .map((comment) => margin + comment + lineBreak)
    .join('');
}

function commentsOf(text: string): { beside?: string; others: string[] } {
  const others: string[] = [];
  let beside: string | undefined;
  for (const { start, comment } of trueComments(text)) {
    const before = text.slice(0, start);
    const isBeside = !before.includes('\n') && before.trim() !== '';
    if (isBeside) beside = comment.trimEnd();
    else others.push(comment.trimEnd());
  }
  return { ...(beside !== undefined && { beside }), others };
}

interface FoundComment {
  /** Offset in the text. */
  start: number;
  comment: string;
}

/** Maximum number of doubtful comments to check, since each check parses the text again. If there are more, none is kept. */
const doubtfulMax = 200;

/**
 * Finds the real comments. Text that looks like a comment can be part of a value, or contain the end of one:
 * `prompt == "press # now" # below`.
 */
function trueComments(text: string): FoundComment[] {
  const found = commentTokens(text);
  const without = found.reduceRight((rest, each) => withoutComment(rest, each), text);
  const meaning = found.length === 0 ? '' : meaningOf(text);
  if (found.length === 0 || meaningOf(without) === meaning) return found;
  if (found.length > doubtfulMax) return [];
  return found.flatMap(({ start, comment }) => {
    const tails = [...comment.matchAll(/(?<=^|\s)#/g)].map(({ index }) => ({
      start: start + index,
      comment: comment.slice(index),
    }));
    return firstWhere(tails, (tail) => meaningOf(withoutComment(text, tail)) === meaning) ?? [];
  });
}

/**
 * Finds the first element for which `holds` is true by binary search, since each call parses the text again. `holds` must be
 * true for all later elements, too.
 */
function firstWhere<T>(all: readonly T[], holds: (one: T) => boolean): T | undefined {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(all[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return all[from];
}

const withoutComment = (text: string, { start, comment }: FoundComment): string =>
  text.slice(0, start) + text.slice(start + comment.length);

/** Finds everything that YAML treats as a comment. */
function commentTokens(text: string): FoundComment[] {
  const found: FoundComment[] = [];
  let before = '';
  let start = 0;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && before !== scalarMark) found.push({ start, comment: token });
    if (!marks.has(token)) start += token.length;
    before = token;
  }
  return found;
}

const meaningOf = (text: string): string => canonicalJson(parseSuite(text).suite);

/** Marks that the lexer inserts; they are not part of the text. */
const scalarMark = '\u001f';
const marks = new Set(['\u0002', '\u0018', scalarMark]);
