/** `bare-undici.ts <port> <conversations> <at once>`: a minimal loop over HTTP that only sends, waits and compares. */
import { Pool } from 'undici';
import { replyTo, turns } from './conversations.ts';
import { measured } from './measured.ts';

const [port, conversations, concurrency] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency ?? 64 });
const headers = { 'content-type': 'application/json' };

await measured(async () => {
  const latenciesMs: number[] = [];
  let started = 0;

  async function converse(conversationId: number) {
    for (const text of turns) {
      const sentAt = performance.now();
      const body = JSON.stringify({ text, conversationId });
      const response = await pool.request({ path: '/', method: 'POST', headers, body });
      const answer = (await response.body.json()) as { text: string };
      if (!answer.text.includes(replyTo(text))) throw new Error(answer.text);
      latenciesMs.push(performance.now() - sentAt);
    }
  }
  async function work() {
    while (started < (conversations ?? 0)) await converse(started++);
  }
  await Promise.all(Array.from({ length: concurrency ?? 64 }, work));
  return latenciesMs;
});
