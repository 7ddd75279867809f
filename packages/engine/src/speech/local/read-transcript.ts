/**
 * Parses the transcript of pocketsphinx and its confidence. pocketsphinx writes the best words, and a lattice in HTK's format
 * with all alternatives: which word may have been said from when to when, and with what probability.
 */
import type { Transcript } from '../speech.ts';

/** A word. `from` and `to` are in hundredths of a second. */
interface Word {
  word: string;
  from: number;
  to: number;
}

interface Guess extends Word {
  probability: number;
}

/**
 * Parses a transcript. `words` is a line of `-hypseg`, and `lattice` a file of `-outlatfmt htk`; both are empty if nothing was
 * recognized.
 */
export function readTranscript(words: string, lattice: string): Transcript {
  const guesses = readLattice(lattice);
  const heard = readWords(words)
    .filter(({ word }) => isSpoken(word))
    .map((spoken) => ({ word: spoken.word, confidence: confidenceOf(spoken, guesses) }));
  return {
    text: heard.map(({ word }) => word).join(' '),
    confidence: heard.length > 0 ? Math.min(...heard.map(({ confidence }) => confidence)) : 0,
    words: heard,
  };
}

/** Parses `name S 0 T … A … L …`, then the start, two scores and the text of each word, then the end of the last one. */
function readWords(line: string): Word[] {
  const fields = line.trim().split(/\s+/).slice(9);
  const words: Word[] = [];
  for (let at = 0; at + 4 < fields.length; at += 4)
    words.push({
      word: withoutVariant(fields[at + 3] ?? ''),
      from: Number(fields[at]),
      to: Number(fields[at + 4]),
    });
  return words;
}

/** Parses a lattice. Nodes are the starts of words, and links connect one word to the next. */
function readLattice(lattice: string): Guess[] {
  const nodes = new Map<string, { at: number; word: string }>();
  const links: { from: string; to: string; probability: number }[] = [];
  for (const line of lattice.split('\n')) {
    const [, id, seconds, word = ''] = /^I=(\d+)\tt=([\d.]+)\tW=(\S+)/.exec(line) ?? [];
    if (id !== undefined)
      nodes.set(id, { at: Math.round(100 * Number(seconds)), word: withoutVariant(word) });
    const [, from, to = '', probability] = /^J=\d+\tS=(\d+)\tE=(\d+)\t.*\bp=(\S+)/.exec(line) ?? [];
    if (from !== undefined) links.push({ from, to, probability: Number(probability) });
  }
  return links.flatMap(({ from, to, probability }) => {
    const word = nodes.get(from);
    const next = nodes.get(to);
    return word && next ? [{ word: word.word, from: word.at, to: next.at, probability }] : [];
  });
}

/** Probability of a word: its alternatives that overlap at one moment are added up, and the highest sum counts. */
function confidenceOf({ word, from, to }: Word, guesses: readonly Guess[]): number {
  const same = guesses.filter((one) => one.word === word && one.from < to && one.to > from);
  const moments = same.map((one) => Math.max(one.from, from));
  const shares = moments.map((moment) =>
    same
      .filter((one) => one.from <= moment && moment < one.to)
      .reduce((sum, { probability }) => sum + probability, 0),
  );
  return Math.min(1, Math.max(0, ...shares));
}

/** Removes the variant number: `the(2)` is another pronunciation of `the`. */
const withoutVariant = (word: string): string => word.replace(/\(\d+\)$/, '');

/** @returns true unless the word marks silence, noise or the end of a sentence */
const isSpoken = (word: string): boolean => !/^[<[]|^\+/.test(word);
