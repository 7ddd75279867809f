/**
 * Other tools, measured for comparison. They are not dependencies of Parley; they are installed below `.cache` when a bench
 * first needs them. If the registry lacks them or cannot be reached, the bench runs without them.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../.cache/peers', import.meta.url));
const installMs = 10 * 60_000;

/** @returns the folder that contains their `node_modules`; undefined if they could not be installed */
async function install(...packages: string[]): Promise<string | undefined> {
  const folder = join(cache, packages.join('+'));
  const isWhole = join(folder, 'whole');
  if (existsSync(isWhole)) return folder;
  console.error(`Installing ${packages.join(', ')} to measure beside…`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['install', ...options, ...packages], {
      cwd: folder,
      timeout: installMs,
      // `npm run` passes on the npm settings of this project, which must not affect the other installation.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
      ),
    });
    await writeFile(isWhole, '');
    return folder;
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1);
    console.error(`Measured without ${packages.join(', ')}, not installed: ${reason}`);
    return undefined;
  }
}

export const installRunners = () =>
  install('botium-core@1.15.13', 'skill-testing-ml@1.4.8', 'bespoken-tools@2.6.7');

export const installArtillery = () => install('artillery@2.0.34');

export const installLighthouse = () => install('lighthouse@13.5.0');
