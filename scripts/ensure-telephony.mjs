// Programs that tests of the phone channel need: voices, a speech recognizer, and independent telephones.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs, with the Debian and Ubuntu packages that contain them. */
const packages = {
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
  sipp: 'sip-tester',
  baresip: 'baresip-core',
};

/** @param {string} program */
const isMissing = (program) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status !== 0;

const missing = () => Object.keys(packages).filter(isMissing);

/** Installs missing programs if possible; otherwise, reports which tests are left out. */
export function ensureTelephony() {
  const wanted = missing();
  if (wanted.length === 0) return;
  const names = wanted.flatMap((program) => packages[/** @type {'flite'} */ (program)].split(' '));
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing for the tests of phone calls: ${names.join(' ')}`);
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', timeout: 600_000 });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
    spawnSync('apt-get', install, { stdio: 'inherit', timeout: 600_000 });
  }
  const left = missing();
  if (left.length === 0) return;
  console.log(`Tests of phone calls are left out that need ${left.join(', ')}.`);
  console.log(`To run them: apt-get install ${names.join(' ')}`);
}
