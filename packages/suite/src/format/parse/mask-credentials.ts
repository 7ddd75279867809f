/**
 * Masks the credentials in a suite's text for people who can read but not edit it. Line numbers stay the same, so that
 * references still match.
 */
import { isSeq, Lexer } from 'yaml';
import { credentialKeys, credentialMask, credentialsIn } from './credentials.ts';
import type { TextRange } from './problem-list.ts';
import { readYaml, type YamlText } from './read-yaml.ts';
import { rangeOf } from './values.ts';

/** Detects keys of credentials, which can also be written with escapes. */
const mayHoldCredentials = new RegExp(
  `${credentialKeys.join('|')}|request|\\$CHECK|\\\\[xuU]`,
  'i',
);

/** @returns true if a text may contain credentials: a quick check before parsing */
export const mayNeedMask = (text: string): boolean => mayHoldCredentials.test(text);

/** @returns the masked text; the same text if there is nothing to hide */
export function maskCredentials(text: string): string {
  if (!mayNeedMask(text)) return text;
  const yaml = readYaml(text);
  const isUnread = yaml.isCut || yaml.problems.list.some(({ severity }) => severity === 'error');
  const comments = isUnread ? undefined : commentsOf(yaml);
  if (!comments) return maskLines(text);
  const values = [...credentialsIn(yaml)].map((node) => rangeOf(node));
  if (values.length === 0) return text;
  return replaced(text, [
    // Without quotes, the mask would be a YAML alias.
    ...values.map((range) => ({ range, by: `"${credentialMask}"` })),
    ...comments.map((range) => ({ range, by: `# ${credentialMask}` })),
  ]);
}

interface Replacement {
  range: TextRange;
  by: string;
}

const lineBreaks = /\r\n|\n|\r/g;

function replaced(text: string, replacements: Replacement[]): string {
  const sorted = replacements.toSorted((a, b) => a.range[0] - b.range[0]);
  let end = 0;
  let result = '';
  for (const { range, by } of sorted) {
    if (range[0] < end) continue;
    const breaks = text.slice(...range).match(lineBreaks) ?? [];
    result += text.slice(end, range[0]) + by + breaks.join('');
    end = range[1];
  }
  return result + text.slice(end);
}

/**
 * Marks that the lexer inserts before a document, before a scalar and at the end of an unclosed flow. They are not in the text.
 */
const lexerMarks = ['\u0002', '\u001f', '\u0018'];

/** Detects comments that may contain a credential: a header that is commented out, or a noted token. */
const mayBeCredential = /[:=]|\S{16}/;

/**
 * @returns the ranges of comments outside tests that may contain a credential; undefined if the lexer's tokens do not add
 * up to the text
 */
function commentsOf({ text, documents }: YamlText): TextRange[] | undefined {
  const tests = documents.filter(({ contents }) => isSeq(contents)).map(({ range }) => range);
  const found: TextRange[] = [];
  let at = 0;
  for (const part of new Lexer().lex(text)) {
    if (!text.startsWith(part, at)) {
      if (lexerMarks.includes(part)) continue;
      return undefined;
    }
    const isOfTest = tests.some(([start, , end]) => at >= start && at < end);
    if (part.startsWith('#') && !isOfTest && mayBeCredential.test(part))
      found.push([at, at + part.length]);
    at += part.length;
  }
  return found;
}

const keyOfCredential = new RegExp(
  `^(.*?(?:^|[\\s{,"'?-])(?:${credentialKeys.join('|')})["']?\\s*:|\\s*-\\s+["']?\\$USE\\s[^:]*:)(.*)$`,
  'i',
);
const separator = /^(?:---|\.\.\.)(?:\s|$)/;
const indentOf = (line: string) => line.length - line.trimStart().length;

/** Masks text that cannot be parsed: keeps only keys outside tests, and masks the values of credential keys within tests. */
function maskLines(text: string): string {
  const breaks = text.match(lineBreaks) ?? [];
  const lines = text.split(lineBreaks);
  let isTest: boolean | undefined;
  let hiddenBelow: number | undefined;
  const masked = lines.map((line) => {
    if (line.trim() === '') return line;
    if (separator.test(line)) {
      isTest = undefined;
      hiddenBelow = undefined;
      if (line.slice(3).trim() === '') return line;
      line = line.slice(3);
    }
    const isComment = /^\s*#/.test(line);
    if (!isComment) isTest = kindOf(line, isTest);
    if (!isTest || isComment) return withoutValue(line);
    if (hiddenBelow !== undefined && indentOf(line) > hiddenBelow) return withoutValue(line);
    hiddenBelow = undefined;
    const key = keyOfCredential.exec(line)?.[1];
    if (key === undefined) return line;
    hiddenBelow = indentOf(line);
    return `${key} "${credentialMask}"`;
  });
  return masked.map((line, index) => line + (breaks[index] ?? '')).join('');
}

/**
 * @returns true if the line is in a test. The first line of a document decides; a configuration can also follow if its
 * separator is missing.
 */
function kindOf(line: string, isTest: boolean | undefined): boolean {
  if (/^\s*["']?configuration["']?\s*:/i.test(line)) return false;
  return isTest ?? /^\s*-(\s|$)/.test(line);
}

function withoutValue(line: string): string {
  const key = /^\s*(?:- )?[\w.-]+:/.exec(line)?.[0];
  if (key !== undefined && key.length === line.trimEnd().length) return line;
  if (/^\s*#/.test(line)) return `${line.slice(0, indentOf(line))}# ${credentialMask}`;
  return `${key ?? line.slice(0, indentOf(line))} "${credentialMask}"`;
}
