import { expect, it } from 'vitest';
import { printMessage } from './sip-message.ts';

it.each([
  [
    'a header',
    { uri: 'sip:line@pbx.example', from: '<sip:a@b>\r\n\r\nBYE sip:x@y SIP/2.0\r\nVia: z' },
  ],
  [
    'a header, by half a line end',
    { uri: 'sip:line@pbx.example', from: '<sip:a@b>\rVia: z\nVia: z' },
  ],
  ['the address', { uri: 'sip:line@pbx.example\r\nVia: z\r\n\r\n', from: '<sip:a@b>' }],
])('prints one message with its own headers, whatever text is in %s', (_, { uri, from }) => {
  const printed = printMessage({ method: 'INVITE', uri, headers: [['From', from]], body: 'v=0' });
  const [head = '', body, ...more] = printed.split('\r\n\r\n');
  expect(head.split(/[\r\n]+/).map((line) => line.split(/[ :]/)[0])).toEqual([
    'INVITE',
    'From',
    'Content-Length',
  ]);
  expect(body).toBe('v=0');
  expect(more).toEqual([]);
});
