/**
 * Hands out copies of the embedded database, which nobody else can open while it is in use. Whoever
 * may read the data folder may ask: the address, on this machine only, and its token lie there.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newId, newSecret } from '../ids.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

/** Folders with copies; whoever asked for one removes it. */
const copyPrefix = 'copy-';

const deskFile = 'copy-desk.json';

/** Of a copy. Larger databases belong into PostgreSQL. */
const copyTimeoutMs = 300_000;

interface Desk {
  port: number;
  token: string;
}

export async function startCopyDesk(
  dataFolder: string,
  database: EmbeddedDatabase,
): Promise<{ close(): Promise<void> }> {
  // Left by somebody who was killed.
  for (const name of readdirSync(dataFolder))
    if (name.startsWith(copyPrefix) && name !== deskFile)
      rmSync(join(dataFolder, name), { recursive: true, force: true });
  const token = newSecret();
  const server = createServer(async (request, response) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      return response.writeHead(401).end();
    const folder = join(dataFolder, `${copyPrefix}${newId()}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      await database.copyTo(join(folder, 'database'));
      response.end(folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const desk: Desk = { port: (server.address() as AddressInfo).port, token };
  const path = join(dataFolder, deskFile);
  writeFileSync(path, JSON.stringify(desk), { mode: 0o600 });
  return {
    async close() {
      rmSync(path, { force: true });
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A folder with a copy of the database that the server of this data folder has open. */
export async function askForCopy(dataFolder: string): Promise<string> {
  const desk = JSON.parse(readFileSync(join(dataFolder, deskFile), 'utf8')) as Desk;
  const answer = await fetch(`http://127.0.0.1:${desk.port}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.token}` },
    signal: AbortSignal.timeout(copyTimeoutMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The server made no copy: ${text}`);
  return text;
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
