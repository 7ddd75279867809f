import { access, constants, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ConversationError } from '@parley/egress';

/** Names of Chromium programs on a system. The headless shell comes first, because it takes half the processor time. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a Chromium: the configured one, otherwise Playwright's, otherwise one of the system.
 *
 * @throws ConversationError if there is none
 */
export async function findChromium(chosen: string | undefined, installed: string): Promise<string> {
  if (chosen !== undefined) {
    if (await canRun(chosen)) return chosen;
    throw noBrowser(`The browser is set to ${chosen}, which does not exist.`);
  }
  const found = await firstRunnable([installed, ...programsOfSystem()]);
  if (found !== undefined) return found;
  throw noBrowser('Chromium is not installed on the machine that executes this run.');
}

/**
 * Looks for Playwright's browsers by their folder, because loading Playwright costs more than the rest of a worker that never
 * opens a page.
 *
 * @returns true if Chromium is certainly missing
 */
export async function isBrowserMissing(chosen: string | undefined): Promise<boolean> {
  if (chosen !== undefined) return !(await canRun(chosen));
  return (
    (await firstRunnable(programsOfSystem())) === undefined && !(await hasBrowserOfPlaywright())
  );
}

function programsOfSystem(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => programs.map((program) => join(folder, program)));
  return [...onPath, ...elsewhere];
}

async function firstRunnable(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) if (await canRun(candidate)) return candidate;
  return undefined;
}

async function hasBrowserOfPlaywright(): Promise<boolean> {
  const { PLAYWRIGHT_BROWSERS_PATH: chosen, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  // Playwright interprets 0 as a folder inside its package.
  if (chosen === '0') return true;
  const caches = [
    XDG_CACHE_HOME || join(homedir(), '.cache'),
    join(homedir(), 'Library', 'Caches'),
    LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
  ];
  const folders = chosen ? [chosen] : caches.map((folder) => join(folder, 'ms-playwright'));
  const entries = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  return entries.flat().some((name) => name.startsWith('chromium'));
}

const canRun = (program: string): Promise<boolean> =>
  access(program, constants.X_OK).then(
    () => true,
    () => false,
  );

const noBrowser = (message: string) =>
  new ConversationError({
    class: 'configuration',
    code: 'no-browser',
    message,
    hint: 'Install it there: "apt-get install chromium" on Debian and Ubuntu, "npx playwright-core install chromium" elsewhere. Or set PARLEY_BROWSER to the path of Chrome or Chromium.',
  });
