import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DemoBot, runDemoBot } from './demo-bot.ts';
import { readConfig } from './platform/config/config.ts';
import { createLog } from './platform/observability/log.ts';
import { freePort } from './test/free-port.ts';

let dataFolder: string;
let lines: string;
const opened: { close(): unknown }[] = [];

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'parley-demo-bot-'));
  lines = '';
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  rmSync(dataFolder, { recursive: true });
});

async function start(port: number, settings: Record<string, string> = {}): Promise<DemoBot> {
  const config = readConfig({
    PARLEY_DATA_DIR: dataFolder,
    PARLEY_DEMO_BOT_PORT: String(port),
    ...settings,
  });
  const log = createLog('info', {
    write(line) {
      lines += line;
    },
  });
  const bot = await runDemoBot(config, log);
  if (!bot) throw new Error('The demo bot did not start');
  opened.push(bot);
  return bot;
}

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  opened.push(server);
  return server;
}

const closed = (server: Server) => new Promise((done) => server.close(done));

describe('the demo bot beside the server', () => {
  it('answers at the port that is asked for', async () => {
    const port = await freePort();
    expect((await start(port)).port).toBe(port);
  });

  it('moves to another port where something else listens, and says so in one line', async () => {
    const port = await freePort();
    await occupy(port);
    const bot = await start(port);
    expect(bot.port).not.toBe(port);
    const answer = await fetch(`http://127.0.0.1:${bot.port}/`);
    expect(await answer.json()).toEqual({ name: 'Parley demo bot' });
    expect(lines.match(/\n/g)).toHaveLength(1);
    expect(lines).toContain(`http://127.0.0.1:${bot.port}/message`);
    expect(lines).toContain(`Port ${port} `);
    expect(lines).not.toContain('"stack"');
  });

  it('stays where it moved to, so that the suites that name it keep working', async () => {
    const port = await freePort();
    const taken = await occupy(port);
    const moved = await start(port);
    await moved.close();
    await closed(taken);
    expect((await start(port)).port).toBe(moved.port);
  });

  it('goes back when the port that it moved to is taken as well', async () => {
    const port = await freePort();
    const taken = await occupy(port);
    const moved = await start(port);
    await moved.close();
    await closed(taken);
    await occupy(moved.port);
    const back = await start(port);
    expect(back.port).toBe(port);
    await back.close();
    expect((await start(port)).port).toBe(port);
  });

  it('follows a changed setting instead of where it moved to', async () => {
    const port = await freePort();
    await occupy(port);
    await start(port);
    const other = await freePort();
    expect((await start(other)).port).toBe(other);
  });

  it.each(['PORT', 'PARLEY_METRICS_PORT'])('leaves %s to the server', async (setting) => {
    const port = await freePort();
    const bot = await start(port, { [setting]: String(port) });
    expect(bot.port).not.toBe(port);
  });

  it('starts where the data folder cannot be written', async () => {
    const port = await freePort();
    await occupy(port);
    const { port: moved } = await start(port, { PARLEY_DATA_DIR: '/dev/null/data' });
    expect(moved).not.toBe(port);
  });
});
