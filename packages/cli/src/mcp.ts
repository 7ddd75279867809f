/** `parley mcp`: tools for an assistant or editor on this machine, over standard input and output. */
import { createMcpServer, type ParleyApi } from '@parley/mcp';
import { serveStdio } from '@parley/mcp/stdio';
import { planRun } from '@parley/suite';
import { readArguments } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { parseWithFiles } from './find-suites.ts';
import { createApiCaller } from './server-client.ts';

export const help = `parley mcp: lets an assistant or editor use a server over standard input and output (MCP).

  --server <address>      the server; by default PARLEY_URL

The API key is in PARLEY_API_KEY. With a read-only key, the assistant cannot start or cancel runs.
Without a server, only lint_suite works. A server also offers the tools at /api/v1/mcp.
`;

export async function mcpCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    server: { type: 'string' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (positionals.length > 0) throw new UsageError('parley mcp takes no files. See --help.');
  const address = values.server ?? process.env.PARLEY_URL;
  const key = process.env.PARLEY_API_KEY;
  if (address && !key)
    throw new UsageError('Set PARLEY_API_KEY to an API key from your account page.');
  const api = withLocalLint(address && key ? createApiCaller(address, key) : undefined);
  const { default: own } = await import('../package.json', { with: { type: 'json' } });
  // Standard output is reserved for the protocol.
  serveStdio(() => createMcpServer(api, own.version), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  await new Promise((resolve) => process.stdin.once('close', resolve));
  return exitCodes.passed;
}

/**
 * Wraps the API so that texts are linted locally, by the same rules as on a server and with the blocks and agents of files. This
 * works without a server. Texts for a project are linted by the server, which has its blocks and agents.
 */
function withLocalLint(server: ParleyApi | undefined): ParleyApi {
  return {
    async call(method, path, body, idempotencyKey) {
      const text = body as { source: string; projectId?: string };
      if (path === '/lint' && text.projectId === undefined)
        return { status: 200, body: await lint(text.source) };
      return server?.call(method, path, body, idempotencyKey) ?? noServer;
    },
    pageOfRun: (runId) => server?.pageOfRun(runId) ?? '',
  };
}

const noServer = {
  status: 0,
  body: {
    error: {
      code: 'no_server',
      message: 'No server is set.',
      hint: 'Ask the user to set PARLEY_URL and PARLEY_API_KEY for parley mcp.',
    },
  },
};

async function lint(source: string) {
  const { suite, problems } = await parseWithFiles(source, process.cwd());
  return { tests: planRun(suite).filter(({ mode }) => mode === 'run').length, problems };
}
