/** The comments of a piece of text that is printed anew. */
import { Lexer } from 'yaml';
import { canonicalJson } from './canonical-json.ts';
import { parseSuite } from './parse.ts';

/** Lines that are printed in place of others, with their comments: beside the first line, or above. */
export function withComments(old: string, printed: string): string {
  const { beside, others } = commentsOf(old);
  const [, margin = '', first = '', lineBreak = ''] = /^( *)([^\r\n]*)(\r?\n)/.exec(printed) ?? [];
  const above = others.map((comment) => margin + comment + lineBreak).join('');
  const end = margin.length + first.length;
  const behind = beside === undefined ? '' : ` ${beside}`;
  return above + printed.slice(0, end) + behind + printed.slice(end);
}

/** What is left of lines in whose place nothing stands. */
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
  let before = '';
  let without = '';
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && before !== scalarMark) {
      const isBeside = !without.includes('\n') && without.trim() !== '';
      if (isBeside) beside = token.trimEnd();
      else others.push(token.trimEnd());
    } else if (!marks.has(token)) {
      without += token;
    }
    before = token;
  }
  // What looks like a comment may be part of a value: `prompt == "press # now"`.
  const isMeant = without !== text && meaningOf(without) !== meaningOf(text);
  return isMeant ? { others: [] } : { ...(beside !== undefined && { beside }), others };
}

const meaningOf = (text: string): string => canonicalJson(parseSuite(text).suite);

/** What the lexer adds to the text. */
const scalarMark = '\u001f';
const marks = new Set(['\u0002', '\u0018', scalarMark]);
