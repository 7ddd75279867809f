/**
 * `ask-often.ts <url> <token> <seconds> <at once>`: requests an address repeatedly with the given concurrency, and prints
 * responses per second and the p95 latency as a line of JSON.
 */
import { Pool } from 'undici';

export interface Asked {
  perSecond: number;
  /** 95th percentile of the latency in milliseconds. */
  p95: number;
}

const [address = '', token = '', seconds, atOnce] = process.argv.slice(2);
const { origin, pathname, search } = new URL(address);
const pool = new Pool(origin, { connections: Number(atOnce) });
const headers = { authorization: `Bearer ${token}` };
const request = { method: 'GET', path: `${pathname}${search}`, headers } as const;

const warmUntil = performance.now() + 1000;
const until = warmUntil + Number(seconds) * 1000;
const durations: number[] = [];
await Promise.all(Array.from({ length: Number(atOnce) }, askOnAndOn));
durations.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    perSecond: Math.round(durations.length / Number(seconds)),
    p95: durations[Math.floor(durations.length * 0.95)] ?? Number.NaN,
  } satisfies Asked),
);
process.exit();

async function askOnAndOn(): Promise<void> {
  for (let now = performance.now(); now < until; now = performance.now()) {
    const { statusCode, body } = await pool.request(request);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}: ${text}`);
    if (now > warmUntil) durations.push(performance.now() - now);
  }
}
