import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test/database-template.ts';
import { freePort } from './test/free-port.ts';
import { type ServerProcess, startServerProcess } from './test/server-process.ts';

const databases: TestDatabase[] = [];
const servers: ServerProcess[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGTERM');
  for (const database of databases.splice(0)) await database.drop();
});

async function newEnvironment(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  databases.push(database);
  return { ...database.environment, PORT: String(await freePort()), PARLEY_DEMO_BOT: 'off' };
}

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(environment);
  servers.push(server);
  return server;
}

describe('the program', { timeout: 120_000 }, () => {
  it('says where it serves, ends in order when asked to, and starts again', async () => {
    const environment = await newEnvironment();
    for (let round = 0; round < 2; round += 1) {
      const server = await start(environment);
      await server.end('SIGTERM');
      expect(server.child.exitCode).toBe(0);
      expect(server.output()).toContain(`Parley serves at http://localhost:${environment.PORT}`);
    }
  });

  it.skipIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'does not start beside another one on the same data folder',
    async () => {
      const environment = await newEnvironment();
      await start(environment);
      const { code, output } = await run([], environment);
      expect(code).toBe(1);
      expect(output).toMatch(/^The data folder .* is in use by another Parley server/);
    },
  );

  it('says which port is taken', async () => {
    const environment = await newEnvironment();
    await start(environment);
    const { PORT = '' } = environment;
    const { code, output } = await run([], { ...(await newEnvironment()), PORT });
    expect(code).toBe(1);
    expect(output).toBe(`Port ${PORT} is in use already. Choose another one with PORT.\n`);
  });

  it('says which setting is wrong, and nothing else', async () => {
    const { code, output } = await run([], { PORT: 'three thousand' });
    expect(code).toBe(1);
    expect(output).toMatch(/^The configuration is not valid:\n {2}PORT: /);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('knows its roles', async () => {
    const { code, output } = await run(['manager'], {});
    expect(code).toBe(1);
    expect(output).toBe('There is no role manager; there are all, api, worker.\n');
  });
});

async function run(args: string[], settings: Record<string, string>) {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
