/**
 * `peer-skill-testing.ts <folder> <http> <port> <conversations> <at once>`: holds the conversations with skill-testing-ml,
 * with the bot in place of its device service.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { replyTo, turns } from './conversations.ts';
import { measured } from './measured.ts';
import { testingJson } from './testing-json.ts';

interface Runner {
  run(file: string, context: object): Promise<{ passed: boolean }[]>;
}

const [folder = '', , port, conversations, concurrency] = process.argv.slice(2);
process.env.VIRTUAL_DEVICE_BASE_URL = `http://127.0.0.1:${port}`;
process.chdir(folder);
const { TestRunner } = createRequire(join(folder, 'package.json'))('skill-testing-ml') as {
  TestRunner: new (configuration: object) => Runner;
};

const file = join(folder, 'one.e2e.yml');
const steps = turns.map((text) => `- ${text}: "${replyTo(text)}"`);
writeFileSync(
  file,
  ['---', 'configuration:', '  locale: en-US', '---', '- test: A', ...steps, ''].join('\n'),
);

await measured(async () => {
  let started = 0;
  async function work() {
    while (started++ < Number(conversations)) {
      const results = await new TestRunner(testingJson).run(file, {});
      if (!results.every(({ passed }) => passed)) throw new Error(JSON.stringify(results));
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, work));
  // skill-testing-ml does not report how long a reply took.
  return Array.from({ length: Number(conversations) * turns.length }, () => 0);
});
