import { expect, it } from 'vitest';
import { parseSdp } from './sdp.ts';
import { proofFor } from './sip-digest.ts';
import { addressIn, parseMessage, parseUri } from './sip-message.ts';

const credentials = { username: 'ada', password: 'x' };
const asked = { method: 'INVITE', uri: 'sip:a@b' };

const readers: Record<string, (value: string) => unknown> = {
  'an address': addressIn,
  'a URI': (value) => parseUri(`sip:${value}`),
  'a challenge': (value) =>
    proofFor(
      {
        status: 401,
        reason: '',
        headers: [['www-authenticate', `Digest realm="a", nonce="b", ${value}`]],
        body: '',
      },
      credentials,
      asked,
    ),
  'a session': (value) => parseSdp(`v=0\r\nc=IN IP4 192.0.2.1 ${value}\r\nm=audio 4000 ${value}`),
  'a message': (value) => parseMessage(Buffer.from(`SIP/2.0 200 OK\r\nX: ${value}\r\n\r\n`)),
};

const units = [
  '<',
  '<>',
  'a',
  'a=',
  'a="',
  '"',
  ';',
  '; ',
  ';tag',
  ',',
  ', ',
  ' ',
  '\r\n ',
  '[',
  '1',
  '@',
  ':',
];

// A reader that takes quadratic time needs most of a minute for this input.
it.each(Object.entries(readers))('%s of any repeated character is read in no time', (_, read) => {
  for (const unit of units) read(unit.repeat(300_000 / unit.length));
});

it.each([
  ['"Ada" <sip:ada@host>;tag=1', 'sip:ada@host'],
  ['sip:ada@host;tag=1', 'sip:ada@host'],
  ['<sip:ada@host', '<sip:ada@host'],
  ['<> <sip:ada@host>', 'sip:ada@host'],
  ['<<sip:ada@host>>', '<sip:ada@host'],
  ['', ''],
])('the address in %j is %j', (value, address) => {
  expect(addressIn(value)).toBe(address);
});

it('a challenge is read with and without quotes and spaces', () => {
  const challenge = 'Digest realm = "a b",nonce=c , algorithm=MD5, qop="auth"';
  const response = { status: 401, reason: '', body: '' };
  const proof = proofFor(
    { ...response, headers: [['www-authenticate', challenge]] },
    credentials,
    asked,
  );
  expect(proof?.[1]).toMatch(/realm="a b", nonce="c", .*algorithm=MD5, qop=auth/);
});
