/** `load-bare.ts <port> <users> <ramp> <from> <until>`: simulates the same virtual users with a minimal loop on undici. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { replyTo, turns } from './conversations.ts';

const [port, users = 1, rampS = 1, fromS = 0, untilS = 10] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${port}`);
const headers = { 'content-type': 'application/json' };
const latenciesMs: number[] = [];
let told = 0;

const before = process.cpuUsage();
const startAt = performance.now();
const fromAt = startAt + fromS * 1000;
const endAt = startAt + untilS * 1000;

async function beUser(index: number): Promise<void> {
  await sleep((1000 * rampS * index) / users);
  for (let turn = 0; performance.now() < endAt; turn++) {
    const text = turns[turn % turns.length] as string;
    const sentAt = performance.now();
    const body = JSON.stringify({ text, conversationId: index });
    const response = await pool.request({ path: '/', method: 'POST', headers, body });
    const answer = (await response.body.json()) as { text: string };
    if (!answer.text.includes(replyTo(text))) throw new Error(answer.text);
    const heardAt = performance.now();
    told += 1;
    if (heardAt >= fromAt) latenciesMs.push(heardAt - sentAt);
    await sleep(1000);
  }
}

await Promise.all(Array.from({ length: users }, (_, index) => beUser(index)));
const { user, system } = process.cpuUsage(before);
latenciesMs.sort((a, b) => a - b);
const quantile = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0;
console.log(
  JSON.stringify({
    turns: told,
    failed: 0,
    cpuUsPerTurn: (user + system) / told,
    p50: quantile(0.5),
    p95: quantile(0.95),
    rssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
process.exit();
