// Finds a Chromium for the browser tests, or installs one and says so.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Names of browsers. The headless shell comes first, because it takes half the CPU time and Playwright prefers it, too. */
const onPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @param {string} program */
const answers = (program) =>
  spawnSync(program, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0;

/** @param {string} program */
function fullPath(program) {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return found.stdout.trim() || undefined;
}

function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  const candidates = [...onPath.map(fullPath), ...elsewhere.filter(existsSync)];
  return candidates.find((candidate) => candidate !== undefined && answers(candidate));
}

/** @param {string} program @param {string[]} args */
function tryInstall(program, args) {
  console.log(`No Chromium found; trying: ${program} ${args.join(' ')}`);
  return spawnSync(program, args, { stdio: 'inherit', timeout: 600_000 }).status === 0;
}

/** @returns {string | undefined} the path of a Chromium that starts; it is installed if there is none */
export function findOrInstallBrowser() {
  const found = findBrowser();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    tryInstall('apt-get', ['update', '-qq']);
    const install = ['install', '-y', '-qq', '--no-install-recommends'];
    // Debian has both; if the first is not available, install the second.
    ['chromium-headless-shell', 'chromium'].some((name) =>
      tryInstall('apt-get', [...install, name]),
    );
  }
  const installed = findBrowser();
  if (installed) return installed;
  tryInstall('npx', ['playwright', 'install', 'chromium']);
  return findBrowser();
}

/** Like `findOrInstallBrowser`, for callers that cannot work without a browser. */
export function ensureBrowser() {
  const browser = findOrInstallBrowser();
  if (browser) return browser;
  throw new Error(
    `${withoutBrowser} Install Chromium or Chrome, or set CHROMIUM_PATH to its program.`,
  );
}

export const withoutBrowser = 'No Chromium could be found or installed.';
