import { expect, it } from 'vitest';
import { createInbox } from './inbox.ts';

const heard = (text: string) => ({
  messages: [{ text, buttons: [], attachments: [] }],
  payload: text,
  at: 0,
});

it.each([
  ['many messages', 'hi', 1_000],
  ['few that are large', 'x'.repeat(1024 * 1024), 7],
])('gives what it has room for and then the error: %s', async (_, text, count) => {
  const inbox = createInbox(() => new Error('flood'));
  for (let put = 0; put < count; put += 1) inbox.put(heard(text));
  await inbox.next(0);
  inbox.put(heard(text));
  expect(inbox.isEnded()).toBe(false);
  inbox.put(heard(text));
  expect(inbox.isEnded()).toBe(true);
  for (let read = 0; read <= count; read += 1) expect(await inbox.next(0)).toEqual(heard(text));
  await expect(inbox.next(0)).rejects.toThrow('flood');
});
