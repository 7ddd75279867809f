import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import { newId } from '../platform/security/ids.ts';
import { findPostgresql } from './find-postgresql.ts';
import { freePort } from './free-port.ts';
import { onServer } from './postgresql-database.ts';

const real = process.env.PARLEY_TEST_DATABASE_URL;
const mayMakeRoles = real ? await onServer(real, mayMake) : false;

/** Tells if the account may create roles, which most tests do not need. */
async function mayMake(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolcreaterole or rolsuper as may from pg_roles where rolname = current_user',
  );
  return rows[0]?.may ?? false;
}

describe('a PostgreSQL for tests', () => {
  it('is missing if nothing listens', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await findPostgresql(`postgresql://postgres@${host}/test`)).toEqual({
      reason: `no PostgreSQL for tests at ${host}: connect ECONNREFUSED ${host} (PARLEY_TEST_DATABASE_URL)`,
    });
  });

  it('is missing if the server refuses the connection', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { address, reason } = await findPostgresql(
      `postgresql://postgres@127.0.0.1:${port}/test`,
    );
    server.close();
    expect(address).toBeUndefined();
    expect(reason).toContain('Connection terminated');
  });

  it.runIf(real)('is the server that lets the tests create databases', async () => {
    expect(await findPostgresql(real)).toEqual({ address: real });
  });

  it.runIf(mayMakeRoles)('is not one whose account may not make databases', async () => {
    const guest = `guest_${newId().replaceAll(/\W/g, '').toLowerCase()}`;
    const url = new URL(real ?? '');
    await onServer(url.href, (client) =>
      client.query(`create role ${guest} login password 'guest'`),
    );
    url.username = guest;
    url.password = 'guest';
    const { reason } = await findPostgresql(url.href).finally(() =>
      onServer(real ?? '', (client) => client.query(`drop role ${guest}`)),
    );
    expect(reason).toContain('the account may not create databases');
  });
});
