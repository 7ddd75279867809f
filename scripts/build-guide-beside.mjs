import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('build-guide.mjs', import.meta.url));

/** Builds the guide while the server already answers, so that nobody has to wait for it. The server announces it at /guide. */
export function buildGuideBeside() {
  const build = spawn(process.execPath, [program], { stdio: 'ignore' });
  build.unref();
  process.once('exit', () => build.kill());
}
