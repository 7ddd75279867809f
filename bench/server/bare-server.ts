/** The smallest server that can respond with rows: Fastify and `pg`, and nothing else. */
import type { OverheardQuery } from '@parley/server/testing/listen-to-queries';
import fastify from 'fastify';
import pg from 'pg';

export interface BareServer {
  url: string;
  close(): Promise<void>;
}

/** Starts a server that responds at each path with the rows of its queries, which run one after another. */
export async function startBareServer(
  databaseUrl: string,
  queriesOf: ReadonlyMap<string, readonly OverheardQuery[]>,
): Promise<BareServer> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const server = fastify();
  for (const [path, queries] of queriesOf)
    server.get(path, async () => {
      const answers: unknown[] = [];
      for (const { text, values } of queries) answers.push((await pool.query(text, values)).rows);
      return answers;
    });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async close() {
      await server.close();
      await pool.end();
    },
  };
}
