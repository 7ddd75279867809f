import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AiSdkAgent, startAiSdkAgent } from './ai-sdk-agent.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a suite of this example with the command line. */
const run = (suite: string, url: string) =>
  new Promise<{ code: number; out: string }>((ended) => {
    const file = `examples/ai-sdk-agent/suites/${suite}.test.yml`;
    const args = ['packages/cli/src/main.ts', 'run', file, '--url', url];
    execFile(process.execPath, args, { cwd: checkout }, (error, out) =>
      ended({ code: error ? Number(error.code) : 0, out }),
    );
  });

describe('the suites of the AI SDK agent', () => {
  let honest: AiSdkAgent;
  let faulty: AiSdkAgent;
  beforeAll(async () => {
    honest = await startAiSdkAgent();
    faulty = await startAiSdkAgent({ refundsTwice: true });
  });
  afterAll(async () => {
    await honest.close();
    await faulty.close();
  });

  it('by words pass on the honest agent and on the one that refunds twice', async () => {
    for (const { url } of [honest, faulty]) {
      expect(await run('words', url)).toMatchObject({ code: 0 });
    }
  });

  it('by tools pass on the honest agent alone', async () => {
    const passed = await run('tools', honest.url);
    expect(passed.out).toContain('3 passed');
    expect(passed.code).toBe(0);
    const { code, out } = await run('tools', faulty.url);
    expect(code).toBe(1);
    expect(out).toContain('refund_order was called twice.');
    expect(out).toContain('1 passed, 2 failed');
  });
});
