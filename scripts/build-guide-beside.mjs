import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('build-guide.mjs', import.meta.url));

/**
 * Builds the guide in a child process while the server already answers, so that its start does not wait. The server offers the
 * guide at /guide.
 */
export function buildGuideBeside() {
  const build = spawn(process.execPath, [program], { stdio: 'ignore' });
  build.unref();
  process.once('exit', () => build.kill());
}
