import { PgBoss } from 'pg-boss';

/** Sends jobs to an existing queue from outside the server, for drills. */
export async function openJobSender(
  databaseUrl: string,
): Promise<{ send(name: string, payload: object): Promise<void>; close(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: false,
    useListenNotify: true,
  });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  return {
    async send(name, payload) {
      await boss.send(name, payload);
    },
    close: () => boss.stop({ graceful: false }),
  };
}
