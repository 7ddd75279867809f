/**
 * Makes copies of the embedded database, which no other process can open while it is in use. Anyone who can read the data
 * folder can request a copy: the folder contains the address, which is reachable only from this machine, and the token.
 */
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newId, newSecret } from '../../security/ids.ts';
import { isSameSecret } from '../../security/is-same-secret.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

/** Name prefix of folders with copies. The requester removes its copy. */
const copyPrefix = 'copy-';

const deskFile = 'copy-desk.json';

/** Time limit of a copy in milliseconds. Databases that take longer belong in PostgreSQL. */
const copyTimeoutMs = 300_000;

/** Age in milliseconds after which a copy counts as abandoned. No backup takes that long. */
const keptMaxMs = 86_400_000;

interface Desk {
  port: number;
  token: string;
}

export async function startCopyDesk(
  dataFolder: string,
  database: EmbeddedDatabase,
): Promise<{ close(): Promise<void> }> {
  // Left behind by processes that were killed.
  for (const folder of copiesIn(dataFolder)) rmSync(folder, { recursive: true, force: true });
  const token = newSecret();
  const server = createServer(async (request, response) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
      return response.writeHead(401).end();
    const folder = join(dataFolder, `${copyPrefix}${newId()}`);
    try {
      for (const left of copiesIn(dataFolder).filter(isAbandoned))
        rmSync(left, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
      await database.copyTo(join(folder, 'database'));
      if (response.destroyed) throw new Error('Nobody waits for the copy any more');
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

const copiesIn = (dataFolder: string) =>
  readdirSync(dataFolder)
    .filter((name) => name.startsWith(copyPrefix) && name !== deskFile)
    .map((name) => join(dataFolder, name));

/** @returns true if a copy is too old to be in use; false also if its folder is already gone */
function isAbandoned(folder: string): boolean {
  const status = statSync(folder, { throwIfNoEntry: false });
  return status !== undefined && status.mtimeMs < Date.now() - keptMaxMs;
}

/**
 * Requests a copy of the database that the server of this data folder has open.
 *
 * @returns the folder of the copy; undefined if no server answers, because it is starting or stopping, or another program uses
 * the folder
 */
export async function askForCopy(dataFolder: string): Promise<string | undefined> {
  const path = join(dataFolder, deskFile);
  if (!existsSync(path)) return undefined;
  const desk = JSON.parse(readFileSync(path, 'utf8')) as Desk;
  const answer = await fetch(`http://127.0.0.1:${desk.port}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.token}` },
    signal: AbortSignal.timeout(copyTimeoutMs),
  }).catch(unlessAway);
  if (!answer) return undefined;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The server made no copy: ${text}`);
  return text;
}

/** Ignores a refused connection, because a server that was killed leaves its address behind. */
function unlessAway(error: Error & { cause?: NodeJS.ErrnoException }): undefined {
  if (error.cause?.code !== 'ECONNREFUSED') throw error;
}
