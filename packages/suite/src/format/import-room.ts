/**
 * How much an import may make: what a suite has room for. A few lines of another tool can stand for
 * very many of ours, by includes, examples, rows or aliases, so making ends where the room does.
 */
import { testsMax } from './parse.ts';
import { suiteTextLengthMax } from './read-yaml.ts';

/** A text is printed on a line of its own: a dash, spaces and a line break at the least. */
const frameLength = 5;

export interface ImportRoom {
  charactersLeft: number;
  testsLeft: number;
}

export const importRoom = (): ImportRoom => ({
  charactersLeft: suiteTextLengthMax,
  testsLeft: testsMax,
});

export function takeText(room: ImportRoom, text: string): void {
  room.charactersLeft -= text.length + frameLength;
}

export function takeTest(room: ImportRoom): void {
  room.testsLeft -= 1;
}

/** False once more was taken than there was; what was taken last has no place then. */
export const hasRoom = ({ charactersLeft, testsLeft }: ImportRoom): boolean =>
  charactersLeft >= 0 && testsLeft >= 0;

/** Why the rest was left out. */
export function whyFull({ testsLeft }: ImportRoom): string {
  const most =
    testsLeft >= 0
      ? `${suiteTextLengthMax.toLocaleString('en-US')} characters`
      : `${testsMax.toLocaleString('en-US')} tests`;
  return `A suite has at most ${most}, so this and what follows was left out; import the files in parts.`;
}
