import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type DemoBot, type DemoBotOptions, startDemoBot } from './demo-bot.ts';

let bot: DemoBot;
afterEach(() => bot.close());

async function say(text: string, conversationId = 'one', headers: Record<string, string> = {}) {
  const response = await fetch(bot.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ text, conversationId }),
  });
  const { messages } = (await response.json()) as {
    messages: { text: string; buttons?: { title: string }[] }[];
  };
  return messages.map((message) => message.text).join('\n');
}

const start = async (options?: DemoBotOptions) => {
  bot = await startDemoBot(options);
};

describe('a demo bot whose port is taken', () => {
  it('does not start, and ends nothing', async () => {
    await start();
    const port = Number(new URL(bot.url).port);
    await expect(startDemoBot({ port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('the demo bot over HTTP', () => {
  it('leads through a transfer, remembering what was said before', async () => {
    await start();
    expect(await say('I want to send money')).toContain('Who do you want to send money to?');
    expect(await say('Ada')).toContain('How much do you want to send to Ada?');
    expect(await say('a lot')).toContain('tell me an amount');
    expect(await say('$50')).toBe('Send $50.00 to Ada?');
    expect(await say('yes')).toBe('Done: $50.00 is on its way to Ada.');
  });

  it('tells a wrong interest, and every fourth time no exchange rate', async () => {
    await start();
    expect(await say('What is the interest?', 'loan')).toContain('8 percent');
    const answers = [];
    for (let nth = 1; nth <= 8; nth += 1)
      answers.push(await say('What is the exchange rate?', `customer ${nth}`));
    const isKnown = answers.map((answer) => answer.includes('1.08 dollars'));
    expect(isKnown).toEqual([true, true, true, false, true, true, true, false]);
  });

  it('keeps conversations apart', async () => {
    await start();
    await say('block my card', 'one');
    expect(await say('yes', 'two')).toContain("I didn't understand");
    expect(await say('yes', 'one')).toContain('is blocked');
  });

  it('offers quick replies where it asks for a choice', async () => {
    await start();
    const response = await fetch(bot.url, {
      method: 'POST',
      body: JSON.stringify({ text: 'balance', conversationId: 'one' }),
    });
    expect(await response.json()).toEqual({
      messages: [
        {
          text: 'Which account do you mean?',
          buttons: [{ title: 'Checking' }, { title: 'Savings' }],
        },
      ],
    });
  });

  it('forgets a conversation that was silent for long', async () => {
    await start({ forgetAfterMs: 1 });
    await say('block my card');
    await new Promise((passed) => setTimeout(passed, 20));
    await say('hello', 'another');
    expect(await say('yes')).toContain("I didn't understand");
  });

  it('says what a message looks like when it gets something else', async () => {
    await start();
    const response = await fetch(bot.url, { method: 'POST', body: 'hello' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('conversationId');
  });
});

describe('the demo bot over WebSocket', () => {
  it('greets at once and answers in order', async () => {
    await start({ delayMs: 5 });
    const socket = new WebSocket(bot.wsUrl);
    const heard: string[] = [];
    const fiveMessages = new Promise<void>((resolve) => {
      socket.on('message', (frame) => {
        heard.push(JSON.parse(String(frame)).text);
        if (heard.length === 5) resolve();
      });
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ text: 'savings balance' }));
    socket.send(JSON.stringify({ text: 'opening hours' }));
    await fiveMessages;
    socket.close();
    expect(heard).toEqual([
      'Welcome to Parley Bank.',
      'How can I help you?',
      'Your savings account holds $9,310.00.',
      'Is there anything else?',
      'Our branches are open Monday to Friday from 9 am to 5 pm. They are closed at weekends.',
    ]);
  });
});
