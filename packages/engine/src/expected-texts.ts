import { isSpokenText, type Test } from '@parley/suite';

/**
 * What the bot may say as far as the tests tell, for channels that have to recognize it. The others
 * never ask.
 */
export function expectedTexts(tests: readonly Test[]): () => readonly string[] {
  let found: readonly string[] | undefined;
  return () => {
    found ??= textsOf(tests);
    return found;
  };
}

function textsOf(tests: readonly Test[]): string[] {
  const texts = tests.flatMap(({ interactions }) =>
    interactions.flatMap(({ assertions }) =>
      assertions
        .filter(({ property, operator }) => isSpokenText(property) && comparesWords.has(operator))
        .flatMap(({ expected }) => expected.filter((text) => typeof text === 'string')),
    ),
  );
  return [...new Set(texts)];
}

const comparesWords = new Set(['contains', 'equals', 'fuzzy']);
