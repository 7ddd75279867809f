/**
 * Size limit of an import: that of a suite. A few lines of another tool can expand to very many of ours, through includes,
 * examples, rows or aliases, so the import stops at the limit.
 */

import type { Test } from '../model/suite.ts';
import { testsMax } from '../parse/parse.ts';
import { suiteTextLengthMax } from '../parse/read-yaml.ts';
import { printPart, printSuite } from '../print/print.ts';

/** Limit for examined characters, far above a suite's size limit: some texts are read several times, and others are left out. */
const workMax = 8 * suiteTextLengthMax;

/** Work that every line costs, even an empty one. */
const workOfLine = 5;

export interface ImportRoom {
  /** Characters left in the printed suite. */
  charactersLeft: number;
  testsLeft: number;
  /** Remaining characters to examine; repeated ones count each time. */
  workLeft: number;
}

export const importRoom = (): ImportRoom => ({
  charactersLeft: suiteTextLengthMax,
  testsLeft: testsMax,
  workLeft: workMax,
});

/** Counts a text as examined, even if it is not imported. */
export function takeText(room: ImportRoom, text: string): void {
  room.workLeft -= text.length + workOfLine;
}

/** Takes room for a test under its final name, because an appended number takes room as well. */
export function takeTest(room: ImportRoom, test: Test): void {
  room.testsLeft -= 1;
  room.charactersLeft -= printPart(test).length;
}

/** @returns false, without taking anything, if there is no room for the row */
export function takeRow(room: ImportRoom, name: string, values: Record<string, string>): boolean {
  // With a heading for each row, which leaves room for a number behind its name.
  const { length } = printSuite({ configuration: { data: { [name]: values } }, tests: [] });
  if (length > room.charactersLeft) return false;
  room.charactersLeft -= length;
  return true;
}

/** False once the room is exceeded; the last part does not fit then. */
export const hasRoom = ({ charactersLeft, testsLeft, workLeft }: ImportRoom): boolean =>
  charactersLeft >= 0 && testsLeft >= 0 && workLeft >= 0;

/** Why the rest was left out. */
export function whyFull(room: ImportRoom): string {
  return `${whatIsFull(room)}, so this and everything after it was left out. Import the files in parts.`;
}

function whatIsFull({ charactersLeft, testsLeft }: ImportRoom): string {
  if (testsLeft < 0) return `A suite has at most ${testsMax.toLocaleString('en-US')} tests`;
  if (charactersLeft < 0)
    return `A suite has at most ${suiteTextLengthMax.toLocaleString('en-US')} characters`;
  return `With everything that they repeat, the files have more than ${workMax.toLocaleString('en-US')} characters`;
}
