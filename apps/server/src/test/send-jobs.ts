import { PgBoss } from 'pg-boss';

/** Puts jobs into a queue from outside, as drills do; the queue is there already. */
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
