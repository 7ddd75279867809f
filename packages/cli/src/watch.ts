/** `parley watch`: runs suites again whenever one of their files changes. */
import { spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { readRunOptions } from './run-options.ts';

export const help = `parley watch [files]: runs suites, and runs them again whenever one of their files changes.

It takes the options of parley run for files, such as --grep, --env and --url. Ctrl-C ends it.
`;

/**
 * Time without changes before a run starts, because editors write a file in several steps and a checkout changes many files.
 */
const quietMs = 200;

/** Extensions of files that can affect a result: suites, settings, environments, tables and recordings. */
const watched = new Set(['.yml', '.yaml', '.json', '.csv', '.wav']);
const ignored = /(^|[\\/])(node_modules|\.git)([\\/]|$)/;

export async function watchCommand(args: string[]): Promise<number> {
  const options = readRunOptions(args);
  if (!options) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (options.server !== undefined) throw new UsageError('parley watch is for suites in files.');
  const places = options.files.length > 0 ? options.files : ['.'];
  const written = new Set(
    options.reports.flatMap(({ path }) => (path === undefined ? [] : [resolve(path)])),
  );
  const stop = cancelledByInterrupt();
  const changes = createChanges();
  const watchers = await Promise.all(places.map((place) => follow(place, written, changes.tell)));
  try {
    while (!stop.aborted) {
      changes.forget();
      await runOnce(args, stop);
      if (stop.aborted) break;
      process.stderr.write('\nWaiting for changes. Ctrl-C ends.\n');
      const path = await changes.next(stop);
      if (path !== undefined) process.stderr.write(`\n${path} has changed.\n`);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
  return exitCodes.cancelled;
}

/** Runs the suites in a child process, with the same program and Node flags as this one. */
async function runOnce(args: string[], stop: AbortSignal): Promise<void> {
  const program = process.argv[1] ?? fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program, 'run', ...args], {
    stdio: 'inherit',
  });
  const end = () => child.kill('SIGTERM');
  stop.addEventListener('abort', end, { once: true });
  await new Promise((ended) => child.once('close', ended));
  stop.removeEventListener('abort', end);
}

async function follow(
  place: string,
  written: ReadonlySet<string>,
  tell: (path: string) => void,
): Promise<FSWatcher> {
  const found = await stat(place).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file "${place}".`);
  // Watch a file through its folder: editors replace files, which ends a watch on the file itself.
  const folder = found.isDirectory() ? place : dirname(place);
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    const path = name === null ? folder : resolve(folder, name);
    if (name !== null && (ignored.test(name) || !watched.has(extname(name)))) return;
    if (!written.has(path)) tell(name ?? folder);
  });
  // If a folder is gone, the next run looks for it and reports that.
  watcher.on('error', () => {});
  return watcher;
}

/** Collects changes until no more arrive for a moment. */
function createChanges() {
  let changed: string | undefined;
  let wake = () => {};
  let timer: NodeJS.Timeout | undefined;
  return {
    tell(path: string) {
      changed = path;
      clearTimeout(timer);
      timer = setTimeout(() => wake(), quietMs);
    },
    /** Forgets earlier changes, because the run that starts now includes them. */
    forget() {
      changed = undefined;
      clearTimeout(timer);
    },
    /** Waits for a change, unless one came during the run. @returns its path; undefined if stopped */
    async next(stop: AbortSignal): Promise<string | undefined> {
      await new Promise<void>((resolve) => {
        wake = resolve;
        stop.addEventListener('abort', () => resolve(), { once: true });
        if (changed !== undefined) timer = setTimeout(resolve, quietMs);
      });
      return stop.aborted ? undefined : changed;
    },
  };
}
