import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildServer, type ServerProgram } from '../../../../scripts/build-server.mjs';
import { ownEnvironment } from './own-environment.ts';
import { programOptions } from './program-options.ts';

/**
 * Runs one of the server's programs until it exits, as `npm start` and `npm run backup` do.
 *
 * @returns its exit code and everything that it printed, including errors
 */
export async function runProgram(
  program: ServerProgram,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const path = fileURLToPath(await buildServer(program));
  const child = spawn(process.execPath, [...programOptions, path, ...args], {
    env: ownEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}
