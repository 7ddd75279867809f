/** Runs system programs that drills use to attack their own server. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Ends a drill with a message and exit code 0 if its program is not installed. */
export function requireTool(program: string): void {
  const { error } = spawnSync(program, ['-h'], { stdio: 'ignore' });
  if (error === undefined) return;
  console.log(`${program} is not installed: apt-get install ${program}. Left out.`);
  console.log(JSON.stringify({ leftOut: `no ${program}` }));
  process.exit(0);
}

export interface ToolResult {
  output: string;
  /** True if the program was killed because of the timeout. */
  isCut: boolean;
}

export async function runTool(
  program: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<ToolResult> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  let isCut = false;
  const limit = setTimeout(() => {
    isCut = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  await once(child, 'close');
  clearTimeout(limit);
  return { output, isCut };
}
