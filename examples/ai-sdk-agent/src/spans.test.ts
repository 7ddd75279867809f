import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LegacyOpenTelemetry } from '@ai-sdk/otel';
import { registerTelemetry } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AiSdkAgent, startAiSdkAgent } from './ai-sdk-agent.ts';
import { startTraces, type Traces } from './traces.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a suite of this example with the command line. */
const run = (suite: string, url: string, ...more: string[]) =>
  new Promise<{ code: number; out: string }>((ended) => {
    const file = `examples/ai-sdk-agent/suites/${suite}.test.yml`;
    const args = ['packages/cli/src/main.ts', 'run', file, '--url', url, ...more];
    execFile(process.execPath, args, { cwd: checkout }, (error, out, problems) =>
      ended({ code: error ? Number(error.code) : 0, out: out + problems }),
    );
  });

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}

describe('the spans of the AI SDK agent', () => {
  let traces: Traces;
  let honest: AiSdkAgent;
  let faulty: AiSdkAgent;
  let port: string;
  beforeAll(async () => {
    port = String(await freePort());
    process.env.OTEL_SERVICE_NAME = 'ai-sdk-agent';
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
    process.env.OTEL_BSP_SCHEDULE_DELAY = '200';
    traces = startTraces();
    honest = await startAiSdkAgent({ traces });
    faulty = await startAiSdkAgent({ traces, refundsTwice: true });
  });
  afterAll(async () => {
    await honest.close();
    await faulty.close();
    await traces.close();
  });

  it('pass the honest agent and show the second refund of the other one', async () => {
    const passed = await run('spans', honest.url, '--otlp-port', port);
    expect(passed.out).toContain('3 passed');
    expect(passed.code).toBe(0);
    const { code, out } = await run('spans', faulty.url, '--otlp-port', port);
    expect(code).toBe(1);
    expect(out).toContain('refund_order was called twice.');
    expect(out).toContain('1 passed, 2 failed');
  });

  it('prove nothing where nobody receives them', async () => {
    const { code, out } = await run('spans', honest.url);
    expect(code).toBe(4);
    expect(out).toContain('--otlp-port');
  });

  it('are counted once where the SDK reports each call in two conventions', async () => {
    registerTelemetry(new LegacyOpenTelemetry());
    const passed = await run('spans', honest.url, '--otlp-port', port);
    expect(passed.out).toContain('3 passed');
    const { out } = await run('spans', faulty.url, '--otlp-port', port);
    expect(out).toContain('1 passed, 2 failed');
  });
});
