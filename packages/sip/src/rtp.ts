/**
 * RTP packets (RFC 3550): a header of twelve bytes, then the payload.
 *
 *    0 version 2, padding, extension, number of contributors   1 marker, payload type
 *    2-3 sequence number   4-7 timestamp in samples   8-11 source
 */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  source: number;
  payload: Uint8Array;
}

const headBytes = 12;

export function printRtp(packet: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + packet.payload.length);
  bytes[0] = 0x80;
  bytes[1] = (packet.marker ? 0x80 : 0) | packet.payloadType;
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(packet.source >>> 0, 8);
  bytes.set(packet.payload, headBytes);
  return bytes;
}

/** @returns undefined if the bytes are not an RTP packet */
export function parseRtp(bytes: Buffer): RtpPacket | undefined {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < headBytes || first >> 6 !== 2) return undefined;
  let start = headBytes + 4 * (first & 0x0f);
  if (first & 0x10) {
    if (bytes.length < start + 4) return undefined;
    start += 4 + 4 * bytes.readUInt16BE(start + 2);
  }
  const padding = first & 0x20 ? (bytes.at(-1) ?? 0) : 0;
  const end = bytes.length - padding;
  if (start > end) return undefined;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    source: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}
