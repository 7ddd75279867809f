/** Starts PgBouncer in front of a test's database, if PgBouncer is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface PgBouncer {
  databaseUrl: string;
  close(): Promise<void>;
}

export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
  // PgBouncer does not run as root, and the account that it uses has to read the file.
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  const target = [
    ...[`host=${hostname}`, `port=${port || 5432}`, `dbname=${name}`, `user=${username}`],
    ...(password === '' ? [] : [`password=${decodeURIComponent(password)}`]),
  ].join(' ');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]\n${name} = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listenPort}
unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\ndefault_pool_size = 20\n`,
    { mode: 0o644 },
  );
  const isRoot = process.getuid?.() === 0;
  const args = isRoot ? ['--user', 'nobody', settings] : [settings];
  const child = spawn('pgbouncer', args, { stdio: 'ignore' });
  await untilListening(listenPort);
  return {
    databaseUrl: `postgresql://${username}@127.0.0.1:${listenPort}/${name}`,
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error('PgBouncer does not listen');
}
