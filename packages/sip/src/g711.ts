/** G.711: encodes each 16-bit sample in eight bits, with µ-law (PCMU) or A-law (PCMA). */

export type Codec = 'PCMU' | 'PCMA';

/** Sample rate in hertz, used throughout this package. */
export const sampleRate = 8000;

const decodeMu = table((byte) => {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return value & 0x80 ? -magnitude : magnitude;
});

const decodeA = table((byte) => {
  const value = byte ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = (value & 0x0f) << 4;
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
});

const encodeMu = inverse(decodeMu);
const encodeA = inverse(decodeA);

export function encode(codec: Codec, samples: Int16Array): Buffer {
  const code = codec === 'PCMU' ? encodeMu : encodeA;
  const bytes = Buffer.allocUnsafe(samples.length);
  for (let i = 0; i < samples.length; i++) bytes[i] = code[(samples[i] ?? 0) + 32_768] ?? 0;
  return bytes;
}

export function decode(codec: Codec, bytes: Uint8Array): Int16Array {
  const samples = codec === 'PCMU' ? decodeMu : decodeA;
  const decoded = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) decoded[i] = samples[bytes[i] ?? 0] ?? 0;
  return decoded;
}

function table(decodeByte: (byte: number) => number): Int16Array {
  return Int16Array.from({ length: 256 }, (_, byte) => decodeByte(byte));
}

/** Finds the closest byte for each sample by walking through both in order. */
function inverse(decoded: Int16Array): Uint8Array {
  const bytes = Array.from(decoded.keys()).sort((a, b) => (decoded[a] ?? 0) - (decoded[b] ?? 0));
  const codes = new Uint8Array(65_536);
  let place = 0;
  for (let sample = -32_768; sample < 32_768; sample++) {
    for (;;) {
      const next = bytes[place + 1];
      if (next === undefined) break;
      const here = Math.abs((decoded[bytes[place] ?? 0] ?? 0) - sample);
      if (Math.abs((decoded[next] ?? 0) - sample) > here) break;
      place += 1;
    }
    codes[sample + 32_768] = bytes[place] ?? 0;
  }
  return codes;
}
