/**
 * Measures what concurrent calls cost, beside SIPp in the same run: with plain audio (RTP), encrypted audio (SRTP), with
 * recording, and with speech recognition. All callers call the same kind of far side, which has a process of its own.
 *
 * "Calls per core-second" are the call-seconds that one second of CPU time pays for: 300 means that one core holds 300 calls at
 * a time, each of which sends and receives 50 packets per second. The CPU time is that of the caller's whole process, user and
 * system, after all calls are up. "p99 gap" is the time between two packets of a call, as they are handed to the operating
 * system; it is 20 ms on an idle machine.
 *
 *   npm run bench -- calls          300 calls, 20 seconds each row
 *   npm run bench -- calls 100 10   other numbers of calls and seconds
 *   npm run bench -- calls --normal with the priority of all other programs
 *
 * If the user may (root may), all processes have real-time priority, SIPp included: the figures are those of the programs, not of
 * their neighbors on the machine.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { recognizeAll } from '@parley/engine/ears';
import { loopbackCertificate } from '@parley/mock-ivr/loopback-certificate';
import { hasSipp, measureSipp } from './calls/sipp.ts';
import { speak } from './ears/corpus.ts';

const [calls = 300, seconds = 20] = process.argv
  .slice(2)
  .filter((one) => !one.startsWith('--'))
  .map(Number);
const callsMin = 300;
const gapMsMax = 60;

interface Row {
  calls: number;
  /** Call-seconds per second of CPU time. */
  callsPerCore: number;
  cpuPercentPerCall: number;
  /** Between two packets of a call, as they were sent. */
  p99GapMs: number | null;
  largestGapMs: number | null;
  /** The same as they were received by the far side, whose own delays count, too. */
  p99GapReceivedMs: number | null;
  lost: number | null;
}

interface Measured {
  calls: number;
  cpuSeconds: number;
  callSeconds: number;
  p99GapMs?: number | null;
  largestGapMs?: number | null;
  lost?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'parley-calls-'));
const authority = join(folder, 'cert.pem');
writeFileSync(authority, loopbackCertificate.cert);
const started: ChildProcess[] = [];

/** Whether processes may run with real-time priority, so that other programs on the machine do not delay their packets. */
const isRealTime = !process.argv.includes('--normal') && mayHavePriority();
const priority = isRealTime ? ['chrt', '-f', '10'] : [];

function mayHavePriority(): boolean {
  return spawnSync('chrt', ['-f', '10', 'true']).status === 0;
}

interface Program {
  /** Returns the next line that the program prints. */
  line(): Promise<string>;
  /** Asks the program for a line. */
  ask(): Promise<string>;
  kill(): void;
}

function start(name: string, args: string[]): Program {
  const path = fileURLToPath(new URL(`./calls/${name}.ts`, import.meta.url));
  const [command = '', ...rest] = [...priority, process.execPath, path, ...args];
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  started.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`The ${name} ended early.`);
    return String(value);
  };
  return {
    line,
    ask() {
      child.stdin.write('gaps\n');
      return line();
    },
    kill: () => void child.kill(),
  };
}

/** Measures calls to a new far side. */
async function withAnswerer(
  args: string[],
  measureCalls: (port: string) => Promise<Measured>,
): Promise<Row> {
  const answerer = start('answerer', args);
  try {
    const measured = await measureCalls(await answerer.line());
    return rowOf(measured, Number(await answerer.ask()));
  } finally {
    answerer.kill();
  }
}

const measureOurs = (mode: 'plain' | 'srtp' | 'recording') =>
  withAnswerer(mode === 'srtp' ? ['--tls'] : [], async (port) => {
    const caller = start('caller', [port, `${calls}`, `${seconds}`, mode]);
    return JSON.parse(await caller.line()) as Measured;
  });

async function measureTheirs(): Promise<Row | undefined> {
  if (hasSipp())
    return withAnswerer([], (port) => measureSipp(Number(port), calls, seconds, priority));
  console.log('SIPp: not run (apt-get install sip-tester).');
  return undefined;
}

/** Seconds of speech that one CPU second recognizes: a call in which somebody always speaks. */
async function measureRecognition(): Promise<Row | undefined> {
  const samples = await speak('Your current balance is one hundred and five dollars.', 'rms').catch(
    () => undefined,
  );
  if (!samples) return undefined;
  const before = childrenCpuSeconds();
  const transcripts = await recognizeAll([samples, samples]).catch(() => undefined);
  if (!transcripts) return undefined;
  const cpuSeconds = childrenCpuSeconds() - before;
  return rowOf({ calls: 1, cpuSeconds, callSeconds: (2 * samples.length) / 8000 });
}

/** CPU time of all children that have ended, from ticks of 10 ms. */
function childrenCpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const rounded = (value: number | null | undefined, digits = 1) =>
  value === null || value === undefined ? null : Number(value.toFixed(digits));

const rowOf = (
  { calls, cpuSeconds, callSeconds, ...one }: Measured,
  p99GapReceivedMs?: number,
): Row => ({
  calls,
  callsPerCore: Number((callSeconds / cpuSeconds).toPrecision(3)),
  cpuPercentPerCall: Number(((100 * cpuSeconds) / callSeconds).toPrecision(2)),
  p99GapMs: rounded(one.p99GapMs),
  largestGapMs: rounded(one.largestGapMs),
  p99GapReceivedMs: rounded(p99GapReceivedMs),
  lost: one.lost ?? null,
});

const rows: Record<string, Row | 'not run'> = {};
try {
  rows.plain = await measureOurs('plain');
  rows.SIPp = (await measureTheirs()) ?? 'not run';
  rows.srtp = await measureOurs('srtp');
  rows.recording = await measureOurs('recording');
  rows.recognition = (await measureRecognition()) ?? 'not run';
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
console.table(rows);
const { plain } = rows;
const ok =
  typeof plain === 'object' &&
  plain.calls === calls &&
  plain.callsPerCore >= callsMin &&
  (plain.p99GapMs ?? Infinity) <= gapMsMax;
console.log(
  JSON.stringify({
    bench: 'calls',
    unit: 'call-seconds per CPU second',
    seconds,
    priority: isRealTime ? 'real-time' : 'normal',
    loadAverage: rounded(loadavg()[0]),
    ...rows,
    ok,
  }),
);
if (!ok) process.exitCode = 1;
