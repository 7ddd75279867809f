import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database-template.ts';
import { freePort } from '../../test/free-port.ts';
import { killInTheMiddle } from '../../test/sigkill-round.ts';

let bot: DemoBot;

beforeAll(async () => {
  bot = await startDemoBot({ delayMs: 60 });
});

afterAll(() => bot.close());

describe('a server that is killed in the middle of runs', () => {
  it('has lost nothing that it acknowledged, and ends every run', async () => {
    const database = await createTestDatabase();
    const environment = {
      ...database.environment,
      PORT: String(await freePort()),
      PARLEY_EGRESS_ALLOW: new URL(bot.url).host,
      PARLEY_LOG_LEVEL: 'warn',
    };
    const round = { environment, botUrl: bot.url, runs: 20, killAfterMs: 400 };
    const outcome = await killInTheMiddle(round);
    await database.drop();
    expect(outcome).toMatchObject({ lost: 0, doubled: 0, open: 0, doubledSteps: 0, withGap: 0 });
    expect(outcome.acknowledged).toBeGreaterThan(0);
  }, 180_000);
});
