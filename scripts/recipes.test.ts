/** Runs the recipes that show a bot's reply, against a bot that gives this reply and against one that gives another. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const execute = promisify(execFile);

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const recipes = readFileSync('docs/recipes.md', 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    name: section.split('\n')[0] ?? '',
    suite: /^```yaml\n([\s\S]*?)^```/m.exec(section)?.[1],
    answer: /^```json\n([\s\S]*?)^```/m.exec(section)?.[1],
  }));

const answered = recipes.flatMap(({ name, suite, answer }) =>
  suite !== undefined && answer !== undefined ? [{ name, suite, answer }] : [],
);

/** @returns the exit code and output of `parley run` against a bot that answers each message like this */
async function runAgainst(answer: string, suite: string): Promise<{ code: number; out: string }> {
  const requests: string[] = [];
  const bot = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(body);
    response.setHeader('content-type', 'application/json').end(answer);
  });
  bot.listen(0, '127.0.0.1');
  await once(bot, 'listening');
  const { port } = bot.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'parley-recipe-'));
  const secrets = [...suite.matchAll(/\{\{secret\.(\w+)\}\}/g)].map(([, name = '']) => name);
  const file = join(folder, 'recipe.test.yml');
  const environment = join(folder, 'here.yml');
  writeFileSync(file, suite);
  const named = secrets.map((name) => `${name}: RECIPE_${name.toUpperCase()}`);
  writeFileSync(environment, `secrets: { ${named.join(', ')} }\n`);
  const env = Object.fromEntries(
    secrets.map((name) => [`RECIPE_${name.toUpperCase()}`, `secret-of-${name}`]),
  );
  const run = [
    ...['packages/cli/src/main.ts', 'run', file],
    ...['--url', `http://127.0.0.1:${port}/bot`],
    ...(secrets.length > 0 ? ['--env', environment] : []),
  ];
  try {
    const { stdout } = await execute(process.execPath, run, { env: { ...process.env, ...env } });
    for (const request of requests) expect(() => JSON.parse(request)).not.toThrow();
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: `${stdout}${stderr}` };
  } finally {
    bot.close();
    rmSync(folder, { recursive: true });
  }
}

describe('the recipes', () => {
  it('are at least thirty, each with lines to copy or a page to read', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(30);
    expect(new Set(recipes.map(({ name }) => name)).size).toBe(recipes.length);
    expect(answered.length).toBeGreaterThanOrEqual(8);
  });

  it.each(answered)(
    'pass with the answer that they show, and only so: $name',
    async (recipe) => {
      const { suite, answer } = recipe;
      expect(await runAgainst(answer, suite)).toMatchObject({ code: 0 });
      const other = answer
        .replaceAll(/[a-z]{3,}(?=[^":]*")(?![^"]*":)/gi, 'xyz')
        .replaceAll(/: \d+/g, ': 7000');
      const { code, out } = await runAgainst(other, suite);
      expect({ code, out }).not.toMatchObject({ code: 0 });
    },
    60_000,
  );
});
