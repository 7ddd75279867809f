/** Keys of a telephone as RTP events (RFC 4733): event, end and volume, duration in samples. */

const keys = '0123456789*#ABCD';

export interface TelephoneEvent {
  key: string;
  isEnd: boolean;
  /** In samples. */
  duration: number;
}

export function printTelephoneEvent({ key, isEnd, duration }: TelephoneEvent): Buffer {
  const bytes = Buffer.alloc(4);
  bytes[0] = keys.indexOf(key);
  // Ten decibels below full scale, as telephones send.
  bytes[1] = (isEnd ? 0x80 : 0) | 10;
  bytes.writeUInt16BE(duration, 2);
  return bytes;
}

/** @returns undefined if the event is not a key */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | undefined {
  const [event = 255, flags = 0, high = 0, low = 0] = payload;
  const key = keys[event];
  if (payload.length < 4 || key === undefined) return undefined;
  return { key, isEnd: (flags & 0x80) !== 0, duration: (high << 8) | low };
}
