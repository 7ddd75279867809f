import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sampleTexts } from '../../test/sample-texts.ts';
import { parseSuite } from './parse.ts';

const docs = fileURLToPath(new URL('../../../../../docs/', import.meta.url));

/** @returns all suites in the documentation, as people would copy them */
async function documentedSuites(): Promise<[string, string][]> {
  const files = (await readdir(docs)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(`${docs}${name}`, 'utf8');
      return [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']): [string, string] => [
        name,
        block,
      ]);
    }),
  );
  return texts.flat();
}

it('a suite without version 2 has no assertion about tools', async () => {
  const texts = [...Object.entries(sampleTexts), ...(await documentedSuites())];
  let count = 0;
  for (const [name, text] of texts) {
    const { suite } = parseSuite(text);
    if (suite.configuration.syntax === 2) continue;
    count += suite.tests.length;
    const assertions = suite.tests.flatMap(({ interactions }) =>
      interactions.flatMap((one) => one.assertions),
    );
    expect(
      assertions.filter(({ tools }) => tools),
      name,
    ).toEqual([]);
  }
  expect(count).toBeGreaterThan(20);
});
