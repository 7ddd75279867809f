/** `parley docs`: serves the guide that comes with the command line, without network access. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { readArguments, wholeNumber } from './command-line.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { openInBrowser } from './open-in-browser.ts';
import { printJson } from './print-json.ts';
import { createGuideServer, guidePath } from './serve-guide.ts';

export const help = `parley docs: serves the guide on this machine until Ctrl-C. It works offline.

  --open                  open it in the browser
  --port <number>         the port (default: a free one)
  --json                  print the address for programs
`;

export async function docsCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    open: { type: 'boolean' },
    port: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (positionals.length > 0) throw new UsageError('parley docs takes no files. See --help.');
  const port = values.port === undefined ? 0 : wholeNumber('port', values.port, 1, 65_535);
  const server = createGuideServer(findGuide());
  await new Promise<void>((listens, fails) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'another program uses it' : message;
      fails(new UsageError(`The guide can't be served at port ${port}: ${why}.`));
    });
    server.listen(port, '127.0.0.1', listens);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${guidePath}`;
  if (values.json) printJson({ url: address });
  else process.stdout.write(`The guide is at ${address} until you press Ctrl-C.\n`);
  if (values.open) openInBrowser(address);
  const stop = cancelledByInterrupt();
  await new Promise<void>((stopped) => stop.addEventListener('abort', () => stopped()));
  server.close();
  server.closeAllConnections();
  return exitCodes.passed;
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Finds the guide. The packaged command line includes it; in the repository, it is built from docs/. */
function findGuide(): string {
  const build = at('../../../scripts/build-guide.mjs');
  if (existsSync(build)) {
    process.stderr.write('Building the guide if docs/ has changed…\n');
    const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 'ignore', 2] });
    if (status !== 0) throw new CommandError('The guide could not be built.', exitCodes.error);
  }
  const folders = [at('../guide'), at('../../guide'), at('../../../apps/guide/dist')];
  const found = folders.find((folder) => existsSync(`${folder}/index.html`));
  if (found === undefined)
    throw new CommandError('This copy of parley does not include the guide.', exitCodes.error);
  return found;
}
