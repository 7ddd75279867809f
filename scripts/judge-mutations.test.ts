import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeMutations } from './judge-mutations.mjs';
import type { Runner } from './mutation-tests.mjs';

const file = 'product.ts';
const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const source = lines.map((name) => `${name} = right;\n`).join('');

let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'parley-judge-'));
  writeFileSync(join(copy, file), source);
});

afterEach(() => rmSync(copy, { recursive: true }));

/** One mutation per line, for the statement with the same name. */
const mutations = lines.map((name) => ({
  id: name.toUpperCase(),
  file,
  text: `${name} = right`,
  replacement: `${name} = wrong`,
  test: 'product.test.ts',
  seen: '-',
}));

/**
 * Creates a runner whose tests each depend on the given lines; a mutation of a line in `fatal` prevents all tests from
 * running.
 */
function runnerOf(looksAt: Record<string, string>, fatal = '') {
  const runs: string[] = [];
  const runner: Runner = {
    isForMany: true,
    changed: () => {},
    close: async () => {},
    async run(_, ids) {
      const wrong = readFileSync(join(copy, file), 'utf8').matchAll(/(\w) = wrong/g);
      const broken = [...wrong].map(([, name = '']) => name).join('');
      runs.push(broken);
      if (fatal && broken.includes(fatal)) return { passed: [], failed: [], broken: 'no start' };
      const isFailing = (id: string) =>
        [...(looksAt[id] ?? '')].some((one) => broken.includes(one));
      const title = (id: string) => `[${id}] works`;
      return {
        passed: ids.filter((id) => !isFailing(id)).map(title),
        failed: ids.filter(isFailing).map(title),
      };
    },
  };
  return { runner, runs };
}

async function judge(runner: Runner, wanted = mutations): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for await (const [{ id }, { outcome }] of judgeMutations(runner, copy, wanted))
    outcomes[id] = outcome;
  return outcomes;
}

const own = Object.fromEntries(lines.map((name) => [name.toUpperCase(), name]));
const all = (outcome: string) => Object.fromEntries(Object.keys(own).map((id) => [id, outcome]));

describe('mutations of one test file', () => {
  it('are judged by few runs, and nothing stays broken', async () => {
    const { runner, runs } = runnerOf(own);
    expect(await judge(runner)).toEqual(all('found'));
    expect(runs).toEqual(['', 'abc', 'def', 'ghi', 'adg', 'beh', 'cfi']);
    expect(readFileSync(join(copy, file), 'utf8')).toBe(source);
  });

  it('survive where the test looks at something else', async () => {
    const { runner } = runnerOf({ ...own, E: '' });
    expect(await judge(runner)).toEqual({ ...all('found'), E: 'survived' });
  });

  it('are not found by a test that another of them makes fail', async () => {
    const { runner } = runnerOf({ ...own, A: 'bd', E: 'abcdfghi' });
    expect(await judge(runner)).toEqual({ ...all('found'), A: 'survived', E: 'survived' });
  });

  it('are told apart from one with which no test runs', async () => {
    const { runner } = runnerOf(own, 'e');
    expect(await judge(runner)).toEqual({ ...all('found'), E: 'not applicable' });
  });

  it('are not judged by a test that fails without them', async () => {
    const { runner } = runnerOf(own);
    writeFileSync(join(copy, file), source.replace('a = right', 'a = wrong'));
    const outcomes = await judge(runner, mutations.slice(0, 2));
    expect(outcomes).toEqual({ A: 'not applicable', B: 'found' });
  });
});
