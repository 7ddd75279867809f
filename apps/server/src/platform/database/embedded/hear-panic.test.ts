import { expect, it } from 'vitest';
import { panicListener } from './hear-panic.ts';

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')]);
}

const row = message('D', '\0\x01\0\0\0\x06VPANIC\0\0\0\x01x');
const error = message('E', 'SERROR\0VERROR\0C22012\0Mnothing: VPANIC\0\0');
const panic = message('E', 'SPANIC\0VPANIC\0C53100\0Mcould not write\0\0');

it.each([
  ['a value that is called so', [row], false],
  ['an error after which the session goes on', [error], false],
  ['a panic', [panic], true],
  ['a session that is ended', [message('E', 'SSCHWER\0VFATAL\0C57P01\0\0')], true],
  ['a panic behind others', [Buffer.concat([row, error, panic])], true],
  ['a panic in pieces', [...Buffer.concat([row, panic])].map((byte) => Buffer.from([byte])), true],
])('hears of %s', (_, pieces, expected) => {
  const isPanic = panicListener();
  expect(pieces.some((piece) => isPanic(piece))).toBe(expected);
});
