import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ConversationError } from '../../failure.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The program of a Chromium: the one that is set, the one that Playwright installed, or one of the system. */
export async function findChromium(chosen: string | undefined, installed: string): Promise<string> {
  if (chosen !== undefined) {
    if (await canRun(chosen)) return chosen;
    throw noBrowser(`There is no program at ${chosen}, which is set as the browser.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => programs.map((program) => join(folder, program)));
  for (const candidate of [installed, ...onPath, ...elsewhere]) {
    if (await canRun(candidate)) return candidate;
  }
  throw noBrowser('There is no Chromium on the machine that carries out this run.');
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
    hint: 'Install it there: "apt-get install chromium" on Debian and Ubuntu, "npx playwright-core install chromium" elsewhere. Or name the program of a Chrome or Chromium in PARLEY_BROWSER.',
  });
