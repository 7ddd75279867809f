import { createEgress } from '@parley/egress';
import { describe, expect, it } from 'vitest';
import { type ManualConversation, openManualConversation } from './manual-conversation.ts';
import { serveHttp, serveWebSocket } from './test/servers.ts';

const egress = createEgress({ allow: ['127.0.0.0/8:*'] });

async function open(
  channel: object,
  signal = new AbortController().signal,
): Promise<ManualConversation> {
  const configuration = { channel, replyTimeoutMs: 3000 } as never;
  const opened = await openManualConversation({ configuration, egress, signal });
  if ('class' in opened) throw new Error(opened.message);
  return opened;
}

const text = (words: string) => ({ kind: 'text', text: words }) as const;

/** Listens repeatedly until the bot has spoken unprompted, or the conversation failed. */
async function listenUntilHeard(conversation: ManualConversation) {
  for (;;) {
    const heard = await conversation.listen();
    if (heard.reply || heard.failure) return heard;
  }
}

describe('a conversation', () => {
  it('hears the greeting, the answers, and what the bot says unasked', async () => {
    await using bot = await serveWebSocket({
      greet: (socket) => socket.send('Welcome'),
      hear(words, socket) {
        socket.send(`You said ${words}`);
        if (words === 'wait') setTimeout(() => socket.send('Are you still there?'), 400);
      },
    });
    const url = `ws://127.0.0.1:${bot.port}/`;
    const conversation = await open({ kind: 'websocket', url, greets: true, quietMs: 50 });
    expect(conversation).toMatchObject({ greets: true, speaksUnasked: true });
    expect((await conversation.say({ kind: 'open' })).reply?.text).toBe('Welcome');
    expect((await conversation.say(text('wait'))).reply?.text).toBe('You said wait');
    expect((await listenUntilHeard(conversation)).reply?.text).toBe('Are you still there?');
    expect((await conversation.say(text('bye'))).reply?.text).toBe('You said bye');
    await conversation.close();
  });

  it('says when the bot hangs up', async () => {
    await using bot = await serveWebSocket({ hear: (_, socket) => socket.close(4000) });
    const url = `ws://127.0.0.1:${bot.port}/`;
    const conversation = await open({ kind: 'websocket', url });
    expect((await conversation.say(text('hello'))).failure?.code).toBe('connection-closed');
    await conversation.close();
  });

  it('ends at once when it is hung up, also while the bot thinks', async () => {
    await using bot = await serveHttp(() => undefined);
    const hangUp = new AbortController();
    const url = `http://127.0.0.1:${bot.port}/`;
    const conversation = await open({ kind: 'http', url }, hangUp.signal);
    const said = conversation.say(text('hello'));
    hangUp.abort();
    expect((await said).reply).toBeUndefined();
    await conversation.close();
  });

  it('cannot be opened with a bot that nobody may reach', async () => {
    const { signal } = new AbortController();
    const channel = { kind: 'http', url: 'http://169.254.169.254/' } as const;
    const refused = await openManualConversation({ configuration: { channel }, egress, signal });
    expect(refused).toMatchObject({ class: 'configuration', code: 'egress-refused' });
  });
});
