/**
 * Measures concurrent calls through the phone channel to the mock IVR, which runs in a separate process: whether all calls are
 * set up, whether packets are lost, whether the audio is on time, and what the calls cost. `npm run bench -- phone 20 100`
 * sets the numbers of calls to try. No speech is recognized, because that costs far more than the calls and is queued.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEgress } from '@parley/egress';
import { createSpeech, runSuite } from '@parley/engine';
import { foldEvents, parseSuite, type RunEvent } from '@parley/suite';

const sizes = process.argv.slice(2).map(Number);
const callsAtOnce = sizes.length > 0 ? sizes : [1, 20];
const callSeconds = 15;

const program = fileURLToPath(new URL('../examples/mock-ivr/src/mock-ivr.ts', import.meta.url));
const ivr = spawn(process.execPath, [program, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface(ivr.stdout), 'line');
const authority = /@(\S+)$/.exec(String(line))?.[1] ?? '';

interface CallMeasurement {
  passed: number;
  setupP50Ms: number;
  setupP95Ms: number;
  lost: number;
  largestGapMs: number;
  /** CPU usage during the calls, in percent of one core. */
  cpuPercent: number;
  ivrCpuPercent: number;
}

async function measure(calls: number): Promise<CallMeasurement> {
  const tests = Array.from({ length: calls }, (_, index) => `- test: ${index}\n- $DIAL:`);
  const head = `configuration: { concurrency: ${Math.min(calls, 50)}, channel: { kind: phone, to: 'sip:music@${authority}', promptMs: ${callSeconds * 1000} } }`;
  const { suite } = parseSuite([head, ...tests].join('\n---\n'));
  const events: RunEvent[] = [];
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const ivrCpu = cpuMsOf(ivr.pid);
  await runSuite({
    suite,
    concurrency: calls,
    egress: createEgress({ allow: [authority] }),
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
    phone: {
      allow: [`sip:*@${authority}`],
      trunks: [],
      callMsMax: 120_000,
      speech: createSpeech({
        calibration: () => ({ text: 0, word: 0, closeWord: 0 }),
        speak: async () => new Int16Array(),
        transcribe: async () => ({ text: '', confidence: 1 }),
      }),
    },
  });
  const wallMs = performance.now() - startedAt;
  const used = process.cpuUsage(cpu);
  const result = foldEvents(events);
  const payloads = result.tests.flatMap(({ steps }) =>
    steps.map(({ reply }) => reply?.payload as unknown as Heard),
  );
  const setups = payloads.map((payload) => payload.connection.setupMs).sort((a, b) => a - b);
  const percent = (cpuMs: number) => Number(((100 * cpuMs) / wallMs).toFixed(1));
  return {
    passed: result.counts.passed,
    setupP50Ms: setups[Math.floor(setups.length / 2)] ?? Number.NaN,
    setupP95Ms: setups[Math.floor(setups.length * 0.95)] ?? Number.NaN,
    lost: payloads.reduce((sum, { packets }) => sum + packets.lost, 0),
    largestGapMs: Math.max(...payloads.map(({ packets }) => packets.largestGapMs)),
    cpuPercent: percent((used.user + used.system) / 1000),
    ivrCpuPercent: percent(cpuMsOf(ivr.pid) - ivrCpu),
  };
}

interface Heard {
  connection: { setupMs: number };
  packets: { lost: number; largestGapMs: number };
}

/** Returns the CPU time of a process in milliseconds, from ticks of 10 ms. */
function cpuMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const rows: Record<string, CallMeasurement> = {};
try {
  for (const calls of callsAtOnce) rows[`${calls} calls`] = await measure(calls);
} finally {
  ivr.kill();
}
console.table(rows);
const largest = callsAtOnce.at(-1) ?? 0;
const row = rows[`${largest} calls`];
const ok = row !== undefined && row.passed === largest && row.lost === 0 && row.cpuPercent < 100;
console.log(JSON.stringify({ bench: 'phone', unit: '% of one core', calls: largest, ...row, ok }));
