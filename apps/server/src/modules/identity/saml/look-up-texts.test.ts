import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpTexts } from './look-up-texts.ts';

/** Parts of the TXT record with which the name server answers every query, except for `nothing.…`. */
const parts = ['parley-domain=', 'proof'];

let nameServer: Socket;
let address: string;
beforeAll(async () => {
  nameServer = createSocket('udp4').on('message', (query, { port }) => {
    nameServer.send(answerTo(query), port, '127.0.0.1');
  });
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${nameServer.address().port}`;
});
afterAll(() => {
  nameServer.close();
});

/** Builds a response (RFC 1035): the header with our flags, the question, and one TXT record that points back to the name. */
function answerTo(query: Buffer): Buffer {
  const isUnknown = query.includes('nothing');
  const flags = isUnknown ? 0x8183 : 0x8180;
  const questionEnd = query.indexOf(0, 12) + 5;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(flags, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isUnknown ? 0 : 1, 6);
  const texts = Buffer.concat(
    parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
  );
  const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, texts.length]);
  const question = query.subarray(12, questionEnd);
  return Buffer.concat([header, question, ...(isUnknown ? [] : [record, texts])]);
}

describe('lookUpTexts', () => {
  it('joins the parts of a record', async () => {
    expect(await lookUpTexts('_parley.acme.example', [address])).toEqual(['parley-domain=proof']);
  });

  it('finds nothing where there is nothing', async () => {
    expect(await lookUpTexts('nothing.example', [address])).toEqual([]);
  });
});
