import { expect, it } from 'vitest';
import { parseSdp } from './sdp.ts';

const answer = (port: number | string) =>
  ['v=0', 'c=IN IP4 192.0.2.1', `m=audio ${port} RTP/AVP 0 101`, ''].join('\r\n');

it.each([0, 65_536, 99_999, '9'.repeat(400)])('audio at port %s is none', (port) => {
  expect(parseSdp(answer(port))).toBeUndefined();
});

it.each([1, 65_535])('audio at port %i is found', (port) => {
  expect(parseSdp(answer(port))).toMatchObject({ address: '192.0.2.1', port, codec: 'PCMU' });
});
