/**
 * Other tools of the field, to be measured beside. They are no dependency of Parley: they are
 * installed below `.cache` when a bench first asks for them, and where the registry does not have them
 * or is not reached, it is measured without.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../.cache/peers', import.meta.url));
const installMs = 10 * 60_000;

/** @returns the folder that holds their `node_modules`; undefined where they could not be installed. */
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
      // `npm run` hands the settings of this project on, and the other is none of its business.
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
