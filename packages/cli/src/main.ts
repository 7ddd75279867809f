/** `parley`: runs suites, either from files without a server or on a server. Each command is loaded only when it is called. */
import { enableCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';

// Reading and compiling the program is most of what a small run costs; the second start is spared it.
enableCompileCache();

const commands: Record<string, () => Promise<{ run(args: string[]): Promise<number> }>> = {
  run: async () => ({ run: (await import('./run.ts')).runCommand }),
  gate: async () => ({ run: (await import('./gate.ts')).gateCommand }),
  judge: async () => ({ run: (await import('./judge.ts')).judgeCommand }),
  lint: async () => ({ run: (await import('./lint.ts')).lintCommand }),
  import: async () => ({ run: (await import('./import.ts')).importCommand }),
  export: async () => ({ run: (await import('./export.ts')).exportCommand }),
  otel: async () => ({ run: (await import('./otel.ts')).otelCommand }),
  ears: async () => ({ run: (await import('./ears.ts')).earsCommand }),
  mcp: async () => ({ run: (await import('./mcp.ts')).mcpCommand }),
  schema: async () => ({ run: (await import('./schema.ts')).schemaCommand }),
  docs: async () => ({ run: (await import('./docs.ts')).docsCommand }),
  init: async () => ({ run: (await import('./init.ts')).initCommand }),
};

const help = `Parley tests conversational applications.

  parley run [files]      run suites and report the results
  parley run <suite id>   the same for a suite on a server
  parley gate <report>    decide whether a version can be released
  parley judge <project>  show and measure the judge of a project on a server
  parley lint [files]     check suites without running them
  parley import <files>   create a suite from Botium BotScript or Rasa end-to-end tests
  parley export <file>    write a suite as BotScript or Rasa end-to-end tests
  parley otel check <file>  show what an agent's spans lack as evidence
  parley ears check       check whether speech recognition works here
  parley mcp              let an assistant or editor use a server
  parley schema           print the JSON Schema of suites, for editors
  parley docs             open the guide, even offline
  parley init [folder]    write a first suite

See COMMAND --help for each command. Files can be folders; the default is the current folder.
`;

async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (name === '--version') {
    const { default: own } = await import('../package.json', { with: { type: 'json' } });
    process.stdout.write(`${own.version}\n`);
    return exitCodes.passed;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(`There is no command "${name}". See parley --help.`);
  return (await load()).run(args);
}

let isHeard = true;
// What else a run writes is written all the same, and a run of a server is followed to its end.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as `head`, is nothing to complain of.
  if (isHeard && code !== 'EPIPE')
    process.stderr.write(`Standard output can't be written: ${message}.\n`);
  isHeard = false;
});
process.stderr.on('error', () => {});
process.on('exit', (code) => {
  if (code === exitCodes.passed && !isHeard) process.exitCode = exitCodes.error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, exitCode } = ended(error as NodeJS.ErrnoException);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

/** Never exits with 1, Node's default, because that means that a test failed. */
function ended(error: NodeJS.ErrnoException): { message: string; exitCode: number } {
  if (error instanceof CommandError) return error;
  // Of a file or folder: its message is for people.
  if (error.syscall !== undefined) return new UsageError(error.message);
  return { message: inspect(error), exitCode: exitCodes.error };
}
