/** `bare-ws.ts <port> <conversations> <at once>`: a minimal loop over WebSocket, with one socket per conversation. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { replyTo, turns } from './conversations.ts';
import { measured } from './measured.ts';

const [port, conversations, concurrency] = process.argv.slice(2).map(Number);

await measured(async () => {
  const latenciesMs: number[] = [];
  let started = 0;

  async function converse(conversationId: number) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
    await once(socket, 'open');
    for (const text of turns) {
      const sentAt = performance.now();
      socket.send(JSON.stringify({ text, conversationId }));
      const [frame] = await once(socket, 'message');
      const answer = JSON.parse(String(frame)) as { text: string };
      if (!answer.text.includes(replyTo(text))) throw new Error(answer.text);
      latenciesMs.push(performance.now() - sentAt);
    }
    socket.close();
  }
  async function work() {
    while (started < (conversations ?? 0)) await converse(started++);
  }
  await Promise.all(Array.from({ length: concurrency ?? 64 }, work));
  return latenciesMs;
});
