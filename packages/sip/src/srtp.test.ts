import { describe, expect, it } from 'vitest';
import { printRtp } from './rtp.ts';
import { createSrtpDirection, createSrtpKey, parseSrtpKey } from './srtp.ts';

/** The key from the examples of RFC 3711, and the packet that libsrtp uses to validate itself. */
const key = Buffer.from('e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6', 'hex');
const plain = Buffer.from('800f1234decafbadcafebabeabababababababababababababababab', 'hex');
const encrypted = Buffer.from(
  '800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb',
  'hex',
);

const packet = (sequence: number, source = 7) =>
  printRtp({
    payloadType: 0,
    marker: false,
    sequence,
    timestamp: 0,
    source,
    payload: Buffer.from(`audio ${sequence}`),
  });

describe('encrypted audio', () => {
  it('looks as others expect it', () => {
    expect(createSrtpDirection(key).protect(plain)).toEqual(encrypted);
    expect(createSrtpDirection(key).unprotect(encrypted)).toEqual(plain);
  });

  it('is not taken when a bit was changed, from another key, or cut', () => {
    const changed = Buffer.from(encrypted);
    changed[14] = (changed[14] ?? 0) ^ 1;
    expect(createSrtpDirection(key).unprotect(changed)).toBeUndefined();
    expect(createSrtpDirection(createSrtpKey()).unprotect(encrypted)).toBeUndefined();
    expect(createSrtpDirection(key).unprotect(encrypted.subarray(0, 15))).toBeUndefined();
    expect(createSrtpDirection(key).unprotect(plain)).toBeUndefined();
  });

  it('goes on when its numbers begin anew, with packets lost and in disorder', () => {
    const sender = createSrtpDirection(key);
    const receiver = createSrtpDirection(key);
    const sent = Array.from({ length: 8 }, (_, index) => packet((65_532 + index) & 0xffff));
    const onTheWay = sent.map((one) => sender.protect(one));
    for (const place of [0, 1, 4, 3, 6, 7])
      expect(receiver.unprotect(onTheWay[place] as Buffer), `${place}`).toEqual(sent[place]);
  });

  it('counts the numbers of each source by themselves, of the last few', () => {
    const receiver = createSrtpDirection(key);
    for (let source = 0; source < 20; source++) {
      const sender = createSrtpDirection(key);
      for (const sequence of [40_000, 65_535, 3])
        receiver.unprotect(sender.protect(packet(sequence, source)));
      const last = packet(4, source);
      expect(receiver.unprotect(sender.protect(last)), `${source}`).toEqual(last);
    }
    const other = packet(2, 99);
    expect(receiver.unprotect(createSrtpDirection(key).protect(other))).toEqual(other);
  });

  it('takes keys with a lifetime, and none of another length or of several', () => {
    const inline = key.toString('base64');
    expect(parseSrtpKey(`${inline}|2^31`)).toEqual(key);
    expect(parseSrtpKey(`${inline}|2^31|1:4`)).toBeUndefined();
    expect(parseSrtpKey(inline.slice(8))).toBeUndefined();
  });
});
