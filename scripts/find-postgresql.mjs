// Says whether there is a PostgreSQL for the tests that want a real one, and where.
import { createConnection } from 'node:net';

/** What a layer says that goes without. */
export const noPostgresql = 'no PostgreSQL answers (PARLEY_TEST_DATABASE_URL)';

/**
 * The address of the PostgreSQL server to test on; undefined where none answers.
 * @returns {Promise<string | undefined>}
 */
export async function findPostgresql() {
  const address =
    process.env.PARLEY_TEST_DATABASE_URL || 'postgresql://postgres@127.0.0.1:5432/test';
  return (await answers(new URL(address))) ? address : undefined;
}

/** @param {URL} url @returns {Promise<boolean>} */
function answers(url) {
  return new Promise((resolve) => {
    const socket = createConnection({ host: url.hostname, port: Number(url.port || 5432) });
    socket.setTimeout(1000);
    const end = (/** @type {boolean} */ isUp) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}
