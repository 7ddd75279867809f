/**
 * Accepted wordings are noted with person and date in a comment above the step, so that they stay with the text of the suite.
 * The model does not contain them.
 */
import { canonicalJson } from '../model/canonical-json.ts';
import { shorten } from '../model/shorten.ts';
import { outlineSuite } from '../parse/outline.ts';
import { parseSuite } from '../parse/parse.ts';

export interface Acceptance {
  /** The accepted wording, shortened if it is long. */
  wording: string;
  by: string;
  /** The date as YYYY-MM-DD. */
  on: string;
}

/** A comment that notes an acceptance. Lengths are bounded, because a suite can contain comments of any length. */
const commentPattern =
  /^[ \t]*# ("[^\n]{0,400}") accepted by ([^\n]{1,120}) on (\d{4}-\d{2}-\d{2})\s*$/;

const mark = ' accepted by ';

/**
 * Adds the comment above the step. `test` or `block`, and `step`, are indexes into `outlineSuite`.
 * @returns the text unchanged if the comment cannot be added without changing the suite
 */
export function noteAcceptance(
  text: string,
  { test, block, step, ...acceptance }: Acceptance & { test: number; block?: number; step: number },
): string {
  const { tests, blocks } = outlineSuite(text);
  const part = block === undefined ? tests[test] : blocks[block];
  const from = part?.steps[step]?.from;
  const comment = printAcceptance(acceptance);
  if (from === undefined || comment === undefined) return text;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split('\n');
  const margin = /^[ \t]*/.exec(lines[from - 1] ?? '')?.[0] ?? '';
  const above = lines.slice(0, from - 1).map((line) => `${line}\n`);
  const noted = [...above, margin, comment, lineBreak, lines.slice(from - 1).join('\n')].join('');
  // A step that does not begin a line can be in a place where YAML allows no comment.
  const isSame = canonicalJson(parseSuite(noted).suite) === canonicalJson(parseSuite(text).suite);
  return isSame ? noted : text;
}

/** @returns the acceptances above each step of each test, or of each block */
export function acceptancesIn(text: string, parts: 'tests' | 'blocks' = 'tests'): Acceptance[][][] {
  if (!text.includes(mark)) return [];
  const lines = text.split('\n');
  return outlineSuite(text)[parts].map(({ steps }) =>
    steps.map(({ from }) => {
      const found: Acceptance[] = [];
      for (let at = from - 2; lines[at]?.trimStart().startsWith('#'); at -= 1) {
        const acceptance = readAcceptance(lines[at] ?? '');
        if (acceptance) found.unshift(acceptance);
      }
      return found;
    }),
  );
}

/** @returns true if the acceptance is for this text, as far as the shortened wording shows */
export const isOfWording = (acceptance: Acceptance, text: string): boolean =>
  acceptance.wording === shorten(inOneLine(text));

function printAcceptance({ wording, by, on }: Acceptance): string | undefined {
  const quoted = JSON.stringify(shorten(inOneLine(wording)));
  const comment = `# ${quoted}${mark}${inOneLine(by).slice(0, 120)} on ${on}`;
  return commentPattern.test(comment) ? comment : undefined;
}

function readAcceptance(line: string): Acceptance | undefined {
  const [, quoted, by, on] = commentPattern.exec(line) ?? [];
  if (quoted === undefined || by === undefined || on === undefined) return undefined;
  try {
    return { wording: String(JSON.parse(quoted)), by, on };
  } catch {
    return undefined;
  }
}

/** Replaces line breaks, which would end a comment, and invisible characters with spaces. */
const inOneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
