import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { printJson } from './print-json.ts';

export const help = `parley init [folder]: writes a first suite, tests/welcome.test.yml, into the folder.

  --json                  print the result for programs
`;

const firstSuite = `# A suite: how the bot is reached, then one document for each test.
configuration:
  syntax: 2 # strict rules
  channel:
    kind: http # or websocket
    url: http://127.0.0.1:4010/message # where your bot takes messages
    # What is sent. {{text}} is what the tester says.
    # request: '{"text": "{{text}}", "conversationId": "{{conversationId}}"}'
    # Where the replies are in the answer.
    # replies: { list: "messages[*]", text: text }
---
- test: Welcome
- hello: welcome
---
- test: Opening hours
- When are you open?: [from 9 am, 9:00]
`;

export async function initCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const folder = join(positionals[0] ?? '.', 'tests');
  const path = join(folder, 'welcome.test.yml');
  await mkdir(folder, { recursive: true });
  await writeFile(path, firstSuite, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new UsageError(`${path} already exists; nothing was changed.`);
    throw error;
  });
  if (values.json) printJson({ files: [path] });
  else
    process.stdout.write(
      `Wrote ${path}. Put the address of your bot into it, then: parley run ${path}\n`,
    );
  return exitCodes.passed;
}
