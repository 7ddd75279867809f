/** Uncompressed audio with 16 bits per sample (RIFF WAVE). */
export interface Wav {
  sampleRate: number;
  channels: Int16Array[];
}

/** A position in a recording, which players show with a label. */
export interface WavMark {
  /** Samples from the start. */
  at: number;
  label: string;
}

/** Writes one or two channels; the shorter one is padded with silence. */
export function printWav({ sampleRate, channels }: Wav, marks: readonly WavMark[] = []): Buffer {
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  const blockBytes = 2 * channels.length;
  const bytes = Buffer.alloc(44 + length * blockBytes);
  const marked = marks.length === 0 ? Buffer.alloc(0) : printMarks(marks);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length + marked.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels.length, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * blockBytes, 28);
  bytes.writeUInt16LE(blockBytes, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(length * blockBytes, 40);
  for (const [place, channel] of channels.entries())
    for (let i = 0; i < channel.length; i++)
      bytes.writeInt16LE(channel[i] ?? 0, 44 + i * blockBytes + 2 * place);
  return marks.length === 0 ? bytes : Buffer.concat([bytes, marked]);
}

/** Writes the chunks `cue ` and `LIST` with `labl`, which follow the audio. */
function printMarks(marks: readonly WavMark[]): Buffer {
  const points = marks.map(({ at }, place) => {
    const point = Buffer.alloc(24);
    point.writeUInt32LE(place + 1, 0);
    point.writeUInt32LE(at, 4);
    point.write('data', 8, 'latin1');
    point.writeUInt32LE(at, 20);
    return point;
  });
  const labels = marks.map(({ label }, place) =>
    chunk('labl', Buffer.concat([numbered(place + 1), Buffer.from(`${label}\0`)])),
  );
  return Buffer.concat([
    chunk('cue ', Buffer.concat([numbered(marks.length), ...points])),
    chunk('LIST', Buffer.concat([Buffer.from('adtl'), ...labels])),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(name), numbered(content.length), content, padding]);
}

function numbered(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * Parses 16-bit PCM. A data length that the writer did not know yet is limited to the existing data.
 *
 * @throws Error for any other file
 */
export function parseWav(bytes: Buffer): Wav {
  if (bytes.length < 12 || bytes.toString('latin1', 8, 12) !== 'WAVE') throw notWav();
  let format: { channels: number; sampleRate: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length) {
      if (bytes.readUInt16LE(start) !== 1 || bytes.readUInt16LE(start + 14) !== 16) throw notWav();
      format = {
        channels: bytes.readUInt16LE(start + 2),
        sampleRate: bytes.readUInt32LE(start + 4),
      };
    }
    if (name === 'data' && format) return split(bytes.subarray(start, start + size), format);
    at = start + size + (size % 2);
  }
  throw notWav();
}

function split(bytes: Buffer, format: { channels: number; sampleRate: number }): Wav {
  const { channels: count, sampleRate } = format;
  const length = Math.floor(bytes.length / (2 * count));
  const channels = Array.from({ length: count }, (_, place) => {
    const samples = new Int16Array(length);
    for (let i = 0; i < length; i++) samples[i] = bytes.readInt16LE(2 * (i * count + place));
    return samples;
  });
  return { sampleRate, channels };
}

const notWav = () => new Error('It is no uncompressed 16 bit WAV file');
