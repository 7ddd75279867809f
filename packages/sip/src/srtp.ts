/**
 * Encrypts and authenticates audio (SRTP, RFC 3711) with keys from the signaling (RFC 4568), which must itself be encrypted.
 * Supports only AES_CM_128_HMAC_SHA1_80, the suite that all telephone systems have. Uses Node's ciphers.
 */
import { createCipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const srtpSuite = 'AES_CM_128_HMAC_SHA1_80';

const keyBytes = 16;
const saltBytes = 14;
const tagBytes = 10;
const headBytes = 12;

/** Key and salt of one direction. */
export type SrtpKey = Buffer;

export const createSrtpKey = (): SrtpKey => randomBytes(keyBytes + saltBytes);

/** Parses the text after `inline:`. @returns undefined for an invalid or unsupported key */
export function parseSrtpKey(inline: string): SrtpKey | undefined {
  const [base64 = '', ...more] = inline.split('|');
  // A lifetime is ignored, because no call reaches it. Several keys at a time (MKI) are not supported.
  if (more.some((one) => one.includes(':'))) return undefined;
  const key = Buffer.from(base64, 'base64');
  return key.length === keyBytes + saltBytes ? key : undefined;
}

export interface SrtpDirection {
  protect(packet: Buffer): Buffer;
  /** @returns the plain packet; undefined if the packet does not come from the holder of the key */
  unprotect(packet: Buffer): Buffer | undefined;
}

/** Rollovers of a source's sequence number, and its highest value since the last rollover. */
interface Count {
  rollovers: number;
  highest: number;
}

/** Maximum number of sources with one key. Each transfer within a call can bring a new source. */
const sourcesMax = 8;

export function createSrtpDirection(master: SrtpKey): SrtpDirection {
  const key = derive(master, 0, keyBytes);
  const authentication = derive(master, 1, 20);
  const salt = derive(master, 2, saltBytes);
  const counts = new Map<number, Count>();

  function tagOf(bytes: Buffer, rollover: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(rollover);
    const mac = createHmac('sha1', authentication).update(bytes).update(counter);
    return mac.digest().subarray(0, tagBytes);
  }

  function crypt(packet: Buffer, rollover: number): Buffer {
    const start = endOfHead(packet);
    const vector = Buffer.alloc(16);
    salt.copy(vector);
    xorAt(vector, 4, packet.subarray(8, 12));
    const index = Buffer.alloc(6);
    index.writeUInt32BE(rollover);
    packet.copy(index, 4, 2, 4);
    xorAt(vector, 8, index);
    const cipher = createCipheriv('aes-128-ctr', key, vector);
    return Buffer.concat([packet.subarray(0, start), cipher.update(packet.subarray(start))]);
  }

  /** Infers a packet's rollover counter, which the packet does not contain. */
  function rolloverOf(packet: Buffer): number {
    const sequence = packet.readUInt16BE(2);
    const count = counts.get(packet.readUInt32BE(8));
    if (!count) return 0;
    const { rollovers, highest } = count;
    if (highest < 0x8000) return sequence - highest > 0x8000 ? rollovers - 1 : rollovers;
    return highest - sequence > 0x8000 ? rollovers + 1 : rollovers;
  }

  function note(packet: Buffer, rollover: number): void {
    const sequence = packet.readUInt16BE(2);
    const source = packet.readUInt32BE(8);
    const count = counts.get(source);
    if (!count) return void begin(source, { rollovers: rollover, highest: sequence });
    if (rollover > count.rollovers) count.highest = sequence;
    else if (rollover === count.rollovers) count.highest = Math.max(count.highest, sequence);
    count.rollovers = Math.max(count.rollovers, rollover);
  }

  function begin(source: number, count: Count): void {
    counts.set(source, count);
    const [oldest] = counts.keys();
    if (counts.size > sourcesMax && oldest !== undefined) counts.delete(oldest);
  }

  return {
    protect(packet) {
      const rollover = rolloverOf(packet);
      note(packet, rollover);
      const encrypted = crypt(packet, rollover);
      return Buffer.concat([encrypted, tagOf(encrypted, rollover)]);
    },
    unprotect(packet) {
      if (packet.length < headBytes + tagBytes) return undefined;
      const encrypted = packet.subarray(0, -tagBytes);
      if (endOfHead(encrypted) > encrypted.length) return undefined;
      const rollover = rolloverOf(encrypted);
      if (rollover < 0) return undefined;
      if (!timingSafeEqual(tagOf(encrypted, rollover), packet.subarray(-tagBytes)))
        return undefined;
      note(encrypted, rollover);
      return crypt(encrypted, rollover);
    },
  };
}

/** Derives a separate key for each purpose. */
function derive(master: SrtpKey, label: number, length: number): Buffer {
  const vector = Buffer.alloc(16);
  master.copy(vector, 0, keyBytes);
  xorAt(vector, 7, Buffer.from([label]));
  const cipher = createCipheriv('aes-128-ctr', master.subarray(0, keyBytes), vector);
  return cipher.update(Buffer.alloc(length));
}

/** Finds the end of the unencrypted part: header, contributors and extension. */
function endOfHead(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const end = headBytes + 4 * (first & 0x0f);
  if (!(first & 0x10)) return end;
  return packet.length < end + 4 ? Infinity : end + 4 + 4 * packet.readUInt16BE(end + 2);
}

function xorAt(bytes: Buffer, start: number, mask: Uint8Array): void {
  for (const [place, value] of mask.entries())
    bytes[start + place] = (bytes[start + place] ?? 0) ^ value;
}
