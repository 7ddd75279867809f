/** How words sound, for pocketsphinx: from its dictionary, and from flite for names that are not in it. */
import { readFile } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

const dictionaryFile = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict';

let dictionary: Promise<Map<string, string[]>> | undefined;

/** The dictionary of these words, in the form of CMU; words that nobody can pronounce are left out. */
export async function dictionaryOf(words: readonly string[]): Promise<string> {
  dictionary ??= readDictionary();
  const known = await dictionary;
  const lines = words.filter((word) => known.has(word)).flatMap((word) => known.get(word) ?? []);
  const unknown = words.filter((word) => !known.has(word));
  const guessed = await Promise.all(unknown.map(guess));
  return [...lines, ...guessed.filter((line) => line !== undefined)].join('\n');
}

async function readDictionary(): Promise<Map<string, string[]>> {
  const byWord = new Map<string, string[]>();
  for (const line of (await readFile(dictionaryFile, 'utf8')).split('\n')) {
    const word = /^([^\s(]+)/.exec(line)?.[1];
    if (word === undefined) continue;
    const lines = byWord.get(word);
    if (lines) lines.push(line);
    else byWord.set(word, [line]);
  }
  return byWord;
}

async function guess(word: string): Promise<string | undefined> {
  const phones = await runProgram('flite', ['-ps', '-t', word, 'none']).catch(() => '');
  const sounds = phones
    .toUpperCase()
    .split(/\s+/)
    .filter((phone) => /^[A-Z]+$/.test(phone) && phone !== 'PAU')
    // The dictionary knows no schwa.
    .map((phone) => (phone === 'AX' ? 'AH' : phone));
  return sounds.length > 0 ? `${word} ${sounds.join(' ')}` : undefined;
}
