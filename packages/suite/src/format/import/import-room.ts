/**
 * Size limit of an import, which is that of a suite. A few lines for another tool can expand to very many in Parley, through
 * includes, examples, rows or aliases, so the import stops at the limit.
 */

import type { Test } from '../model/suite.ts';
import { testsMax } from '../parse/parse.ts';
import { suiteTextLengthMax } from '../parse/read-yaml.ts';
import { printPart, printSuite } from '../print/print.ts';

/**
 * Maximum number of characters to process. It is far above the size limit of a suite, because some texts are processed several
 * times and others are left out.
 */
const workMax = 8 * suiteTextLengthMax;

/** Characters to count for each line in addition to its text, so that empty lines count, too. */
const workOfLine = 5;

export interface ImportRoom {
  /** Remaining characters of the printed suite. */
  charactersLeft: number;
  testsLeft: number;
  /** Remaining characters to process. Repeated ones count each time. */
  workLeft: number;
}

export const importRoom = (): ImportRoom => ({
  charactersLeft: suiteTextLengthMax,
  testsLeft: testsMax,
  workLeft: workMax,
});

/** Counts a text as processed, even if it is not imported. */
export function takeText(room: ImportRoom, text: string): void {
  room.workLeft -= text.length + workOfLine;
}

/** Reserves room for a test. Call it with the final name, because an appended number takes room, too. */
export function takeTest(room: ImportRoom, test: Test): void {
  room.testsLeft -= 1;
  room.charactersLeft -= printPart(test).length;
}

/** Reserves room for a data row. @returns false, and reserves nothing, if the room does not suffice */
export function takeRow(room: ImportRoom, name: string, values: Record<string, string>): boolean {
  // Counts a heading for each row, which leaves room for a number after its name.
  const { length } = printSuite({ configuration: { data: { [name]: values } }, tests: [] });
  if (length > room.charactersLeft) return false;
  room.charactersLeft -= length;
  return true;
}

/** @returns false once the limits are exceeded; the last part that was counted then does not fit */
export const hasRoom = ({ charactersLeft, testsLeft, workLeft }: ImportRoom): boolean =>
  charactersLeft >= 0 && testsLeft >= 0 && workLeft >= 0;

/** @returns the reason for leaving out the rest, as a sentence */
export function whyFull(room: ImportRoom): string {
  return `${whatIsFull(room)}, so this and everything after it was left out. Import the files in parts.`;
}

function whatIsFull({ charactersLeft, testsLeft }: ImportRoom): string {
  if (testsLeft < 0) return `A suite has at most ${testsMax.toLocaleString('en-US')} tests`;
  if (charactersLeft < 0)
    return `A suite has at most ${suiteTextLengthMax.toLocaleString('en-US')} characters`;
  return `With everything that they repeat, the files have more than ${workMax.toLocaleString('en-US')} characters`;
}
