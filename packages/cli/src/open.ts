/** `parley open`: shows a run as a single HTML page that works offline. */
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RecordedRun, reporters } from '@parley/engine';
import { readArguments } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { openInBrowser } from './open-in-browser.ts';
import { printJson } from './print-json.ts';
import { readServerResult } from './read-server-result.ts';
import { readStoredRuns } from './reevaluate-recorded.ts';
import { createServerClient } from './server-client.ts';
import { writeNew } from './write-new.ts';

export const help = `parley open <report>: shows the runs of "parley run -r json=<file>" as one page in the browser.
parley open <run id> --server <address>: the same for a run on a server, with the API key in PARLEY_API_KEY.

  -o, --output <file>     write the page there instead of opening it; it needs no server and no network
  --force                 overwrite that file
  --server <address>      the server (default: PARLEY_URL)
  --json                  print the path of the page for programs, without opening it

The page has what was said and why tests failed, so send it only to people who may read that.
`;

export async function openCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
    server: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const [named, ...others] = positionals;
  if (named === undefined || others.length > 0)
    throw new UsageError('Name one report, or one run on a server. See parley open --help.');
  const page = pageOf(await readRuns(named, values.server));
  const path = values.output ?? join(await mkdtemp(join(tmpdir(), 'parley-')), 'run.html');
  await writeNew(path, page, values.force === true);
  if (values.json) printJson({ file: path });
  else if (values.output !== undefined) process.stdout.write(`Wrote ${path}.\n`);
  else {
    const address = pathToFileURL(path).href;
    process.stdout.write(`The page is at ${address}\n`);
    openInBrowser(address);
  }
  return exitCodes.passed;
}

async function readRuns(named: string, server: string | undefined): Promise<RecordedRun[]> {
  const isFile = server === undefined && (await stat(named).catch(() => undefined)) !== undefined;
  const address = server ?? process.env.PARLEY_URL;
  if (isFile || !address) {
    const runs = await readStoredRuns(named);
    return runs.map((run) => ({ ...run, result: run }));
  }
  const key = process.env.PARLEY_API_KEY;
  if (!key) throw new UsageError('Set PARLEY_API_KEY to an API key from your account page.');
  const client = createServerClient(address, key);
  const { suiteName, number } = await client.run(named);
  const name = number ? `${suiteName} · #${number}` : suiteName;
  return [{ name, result: await readServerResult(client, named) }];
}

function pageOf(runs: RecordedRun[]): string {
  let page = '';
  const { finish } = reporters.html.create({ write: (text) => (page += text), hasColors: false });
  finish?.(runs);
  return page;
}
