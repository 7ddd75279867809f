// Refuses phrases that docs/glossary.md rules out, and docblocks that open with a loose word.
import { globSync, readFileSync } from 'node:fs';
import { looseDocblocks } from './house.mjs';
import { textsOf } from './interface-texts.mjs';
import { parseSource, sourceTree } from './source-tree.mjs';

/** Exempts files with texts that the specification prescribes, and the glossary, which lists the phrases. */
const exempt =
  /^docs\/(specification|interface-texts)\/|^docs\/glossary\.md$|^apps\/web\/src\/specification\//;

/** @param {string} glossary @returns {string[]} the phrases in code style in the column "Not" */
export const phrasesOf = (glossary) =>
  glossary.split('\n').flatMap((line) => {
    const cells = line.split('|');
    const not = line.startsWith('|') ? (cells[3] ?? '') : (/not (`[^`]+`)/.exec(line)?.[1] ?? '');
    return [...not.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase);
  });

/** @param {readonly string[]} phrases @returns {RegExp} */
export const patternOf = (phrases) => {
  const words = phrases.map((phrase) => phrase.replaceAll(' ', '\\s+'));
  return new RegExp(`\\b(?:${words.join('|')})\\b`, 'giu');
};

/**
 * @param {string} file @param {string} text
 * @returns {{ line: number, text: string }[]} the text in a file that people read: its prose, or its interface texts and
 * docblocks
 */
export function proseOf(file, text) {
  if (file.endsWith('.md'))
    return text.split('\n').map((line, at) => ({ line: at + 1, text: line }));
  const { docblocks } = parseSource(file, text);
  const lineAt = (/** @type {number} */ start) => text.slice(0, start).split('\n').length;
  const texts = textsOf(file, text).map((found) => ({
    line: lineAt(found.start),
    text: found.text,
  }));
  return [...texts, ...docblocks];
}

/**
 * @param {readonly { file: string, text: string }[]} files @param {readonly string[]} phrases
 * @returns {string[]} `file:line: problem`
 */
export function wordProblems(files, phrases) {
  const pattern = patternOf(phrases);
  return files
    .filter(({ file }) => !exempt.test(file))
    .flatMap(({ file, text }) =>
      // Most files contain no such phrase and need not be parsed.
      text.search(pattern) < 0
        ? []
        : proseOf(file, text).flatMap((found) =>
            [...found.text.matchAll(pattern)].map(
              ([phrase]) => `${file}:${found.line}: "${phrase}" is out (docs/glossary.md)`,
            ),
          ),
    );
}

if (import.meta.main) {
  const product = sourceTree().filter(({ isTest }) => !isTest);
  const documents = globSync(['*.md', 'docs/**/*.md']).map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(file, 'utf8'),
  }));
  const phrases = phrasesOf(readFileSync('docs/glossary.md', 'utf8'));
  const problems = wordProblems([...documents, ...product], phrases);
  const loose = looseDocblocks(product);
  problems.push(...loose.map((place) => `${place}: the docblock opens with a loose word`));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
