import { expect, it } from 'vitest';
import { addMessage } from './call-log.ts';

it('the log of a call has its first two thousand messages, and says that there were more', () => {
  const log: string[] = [];
  for (let at = 1; at <= 2000; at += 1) addMessage(log, `message ${at}`);
  expect([log.length, log.at(-1)]).toEqual([2000, 'message 2000']);
  for (let at = 0; at < 10_000; at += 1) addMessage(log, 'one more');
  log.push('PCMU: 50 packets heard');
  expect(log.slice(1999)).toEqual([
    'message 2000',
    '… further messages are left out',
    'PCMU: 50 packets heard',
  ]);
});
