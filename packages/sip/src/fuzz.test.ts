/** Fuzzes input from the line: nothing throws, and the size of each result stays in proportion to the input. */
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMediaReceiver } from './media-receiver.ts';
import { parseRtp, printRtp } from './rtp.ts';
import { parseSdp } from './sdp.ts';
import {
  addressIn,
  headersOf,
  parseMessage,
  parseUri,
  printMessage,
  responseTo,
} from './sip-message.ts';
import { readMessages } from './sip-stream.ts';
import { createSrtpDirection, createSrtpKey, parseSrtpKey } from './srtp.ts';

const runs = { numRuns: 500 };

const invitation = [
  'INVITE sip:100@pbx.example SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1;rport',
  'From: "Ada" <sip:ada@example.org>;tag=1',
  'To: <sip:100@pbx.example>',
  'Call-ID: 1@example.org',
  'CSeq: 1 INVITE',
  'Contact: <sip:ada@192.0.2.1:5060>',
  'Session-Expires: 90;refresher=uac',
  'Content-Type: application/sdp',
  'Content-Length: 200',
  '',
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.1',
  'c=IN IP4 192.0.2.1',
  'm=audio 4000 RTP/SAVP 0 8 101',
  `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${createSrtpKey().toString('base64')}|2^20`,
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

/** A message with some pieces removed, doubled, moved or replaced by arbitrary data. */
const bent = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...invitation.split(/(?<=[\r\n:;<>@=/ ])/)) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\r\n\r\n', '\0', 'Content-Length: -1\r\n', '9'.repeat(400)),
      },
    ),
    { maxLength: 80 },
  )
  .map((pieces) => pieces.join(''));

const torn = fc
  .tuple(
    fc.nat(invitation.length),
    fc.nat(invitation.length),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  .map(([from, to, put]) => invitation.slice(0, from) + put + invitation.slice(to));

const texts = fc.oneof(bent, torn, fc.string({ unit: 'binary', maxLength: 300 }));

describe('a SIP message of any kind', () => {
  it('is read or is none, and is answered and printed as one message', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const message = parseMessage(Buffer.from(text));
        if (!message) return;
        for (const name of ['via', 'contact', 'to'])
          headersOf(message, name).map(addressIn).map(parseUri);
        parseSdp(message.body);
        const printed = printMessage(message);
        expect(printed.length).toBeLessThan(4 * text.length + 500);
        const again = parseMessage(Buffer.from(printed));
        if (again)
          expect(printMessage(again).split('\r\n\r\n').length).toBe(
            printed.split('\r\n\r\n').length,
          );
        if ('method' in message)
          expect(printMessage(responseTo(message, 200, 'OK', 'tag')).length).toBeLessThan(
            4 * text.length + 500,
          );
      }),
      runs,
    );
  });

  it('on a connection is read in whatever pieces it comes, or ends the connection', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        async (all, size) => {
          const stream = new PassThrough();
          let read = 0;
          readMessages(stream, () => {
            read += 1;
          });
          const bytes = Buffer.from(all.join(''));
          for (let at = 0; at < bytes.length && !stream.destroyed; at += size)
            stream.write(bytes.subarray(at, at + size));
          await new Promise(setImmediate);
          expect(read).toBeLessThanOrEqual(bytes.length / 10 + 1);
          stream.destroy();
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a description of audio of any kind', () => {
  it('leads to one address and port, or is none', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const target = parseSdp(text);
        if (!target) return;
        expect(target.port).toBeGreaterThan(0);
        expect(target.port).toBeLessThan(65_536);
        expect(target.address).toMatch(/^\S+$/);
        expect(target.srtpKey?.length ?? 30).toBe(30);
      }),
      runs,
    );
  });

  it('has a key of thirty bytes or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 80 }), fc.base64String({ maxLength: 80 })),
        (text) => {
          expect(parseSrtpKey(text)?.length ?? 30).toBe(30);
        },
      ),
      runs,
    );
  });
});

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

describe('a packet of any kind', () => {
  it('is read or is none, and holds no more than came', () => {
    fc.assert(
      fc.property(bytes, fc.nat(255), (packet, first) => {
        const changed = Buffer.concat([Buffer.from([first]), packet]);
        const read = parseRtp(changed);
        if (read) expect(read.payload.length).toBeLessThanOrEqual(changed.length);
      }),
      runs,
    );
  });

  it('that nobody with the key has sent is not taken', () => {
    const sender = createSrtpDirection(createSrtpKey());
    const receiver = createSrtpDirection(createSrtpKey());
    const genuine = sender.protect(
      printRtp({
        payloadType: 0,
        marker: false,
        sequence: 1,
        timestamp: 1,
        source: 1,
        payload: Buffer.alloc(160),
      }),
    );
    fc.assert(
      fc.property(bytes, fc.nat(genuine.length - 1), fc.nat(255), (packet, place, value) => {
        const changed = Buffer.from(genuine);
        changed[place] = value;
        for (const one of [packet, changed, genuine.subarray(0, place)])
          expect(receiver.unprotect(one)).toBeUndefined();
      }),
      runs,
    );
  });

  it('is heard as no more audio than has time to be spoken, whatever its numbers say', () => {
    const packets = fc.array(
      fc.record({
        payloadType: fc.constantFrom(0, 8, 101, 13),
        sequence: fc.nat(65_535),
        timestamp: fc.oneof(fc.nat(2 ** 32 - 1), fc.nat(100_000)),
        source: fc.constantFrom(1, 2),
        payload: fc.uint8Array({ maxLength: 160 }),
      }),
      { maxLength: 100 },
    );
    const steady = fc
      .tuple(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 160, max: 16_160 }))
      .map(([count, step]) =>
        Array.from({ length: count }, (_, at) => ({
          payloadType: 0,
          sequence: at,
          timestamp: at * step,
          source: 1,
          payload: new Uint8Array(160),
        })),
      );
    fc.assert(
      fc.property(fc.oneof(packets, steady), (all) => {
        let samples = 0;
        const receiver = createMediaReceiver();
        receiver.hearKeys(101);
        receiver.listen({
          onAudio: (heard) => {
            samples += heard.length;
          },
        });
        for (const [at, packet] of all.entries())
          receiver.receive({ ...packet, marker: false }, at * 20);
        const sent = all.reduce((sum, { payload }) => sum + payload.length, 0);
        const spoken = 8 * 20 * all.length;
        expect(samples).toBeLessThanOrEqual(sent + spoken + 16_000);
      }),
      runs,
    );
  });
});
