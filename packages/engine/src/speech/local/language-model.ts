/**
 * A language model for one suite: what the bot is expected to say, and words that may come instead.
 * Without the expected texts pocketsphinx gets every third word of a telephone wrong; with them alone it
 * would hear what it is told to hear.
 */
import { generalWords, wordsLike } from './general-words.ts';

/** Share of the probability that the next word is another one than after the word before in any text. */
const elsewhere = 0.3;
/** Of a word and those like it, what is left to the expected one alone. */
const expectedShare = 0.25;
/** Share of words that no expected text has. */
const unexpected = 0.4;

/** In the ARPA form: logarithms to base 10 of words, and of words after words. */
export function languageModel(texts: readonly string[]): { arpa: string; words: string[] } {
  const sentences = texts.map((text) => ['<s>', ...wordsOf(text), '</s>']);
  const general = generalWords();
  const known = countOf(sentences.flat().filter((word) => word !== '<s>'));
  const total = Math.max(1, sum(known.values()));
  const unigrams = new Map<string, number>([['</s>', 0.02]]);
  for (const word of general) unigrams.set(word, unexpected / general.length);
  for (const [word, count] of known)
    unigrams.set(word, (unigrams.get(word) ?? 0) + ((1 - unexpected) * count) / total);
  const all = sum(unigrams.values());
  for (const [word, share] of unigrams) unigrams.set(word, share / all);

  const followers = new Map<string, Map<string, number>>();
  for (const sentence of sentences)
    for (const [place, word] of sentence.slice(0, -1).entries()) {
      const next = sentence[place + 1] ?? '</s>';
      for (const one of wordsLike(word)) {
        const counts = followers.get(one) ?? new Map<string, number>();
        followers.set(one, counts);
        for (const [other, share] of sharesOf(next))
          counts.set(other, (counts.get(other) ?? 0) + share);
      }
    }
  return { arpa: print(unigrams, followers), words: [...unigrams.keys()].filter(isWord) };
}

/** The expected word is a little likelier than those that it is easily mistaken for. */
function sharesOf(word: string): [string, number][] {
  const alike = wordsLike(word);
  if (alike.length === 1) return [[word, 1]];
  return alike.map((one) => [
    one,
    (1 - expectedShare) / alike.length + (one === word ? expectedShare : 0),
  ]);
}

function print(unigrams: Map<string, number>, followers: Map<string, Map<string, number>>): string {
  const log = (share: number) => Math.log10(Math.max(share, 1e-9)).toFixed(4);
  const ones = [['<s>', 0] as const, ...unigrams].map(([word, share]) => {
    const next = followers.get(word);
    const left = next ? 1 - sum([...next.keys()].map((one) => unigrams.get(one) ?? 0)) : 1;
    const backOff = next ? elsewhere / Math.max(left, 0.01) : 1;
    return `${word === '<s>' ? '-99' : log(share)} ${word} ${log(backOff)}`;
  });
  const twos = [...followers].flatMap(([word, next]) => {
    const count = sum(next.values());
    return [...next].map(
      ([one, times]) => `${log(((1 - elsewhere) * times) / count)} ${word} ${one}`,
    );
  });
  return [
    '\\data\\',
    `ngram 1=${ones.length}`,
    `ngram 2=${twos.length}`,
    '',
    '\\1-grams:',
    ...ones,
    '',
    '\\2-grams:',
    ...twos,
    '',
    '\\end\\',
    '',
  ].join('\n');
}

/** As the dictionary writes them: small letters, no punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^a-z']+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

const isWord = (word: string) => !word.startsWith('<');

function countOf(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const sum = (numbers: Iterable<number>) => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};
