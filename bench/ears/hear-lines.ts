/** Runs the local recognizer on lines, with every voice and every kind of connection. */
import { recognizeAll, type Transcript, wordErrors } from '@parley/engine/ears';
import { type Condition, carry, type Line, readLine, speak, type VoiceName } from './corpus.ts';

export interface HeardLine extends Line {
  voice: VoiceName;
  condition: Condition;
  transcript: Transcript;
}

export interface Plan {
  texts: readonly string[];
  voices: readonly VoiceName[];
  /** Returns the connections for a text, by its index in the list. */
  conditionsOf(index: number): readonly Condition[];
}

const together = 10;
const atOnce = 2;

export async function hearLines({ texts, voices, conditionsOf }: Plan): Promise<HeardLine[]> {
  const spoken: (Omit<HeardLine, 'transcript'> & { samples: Int16Array })[] = [];
  for (const voice of voices) {
    // Restart the seed, so that the noise on a line does not depend on the other voices.
    let seed = 0;
    for (const [index, text] of texts.entries()) {
      const line = readLine(text);
      const samples = await speak(line.said, voice);
      for (const condition of conditionsOf(index))
        spoken.push({ ...line, voice, condition, samples: carry(samples, condition, ++seed) });
    }
  }
  const heard: HeardLine[] = [];
  const batches = Array.from({ length: Math.ceil(spoken.length / together) }, (_, index) =>
    spoken.slice(index * together, (index + 1) * together),
  );
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (;;) {
        const batch = batches.shift();
        if (!batch) return;
        const transcripts = await recognizeAll(batch.map(({ samples }) => samples));
        for (const [index, { samples: _, ...line }] of batch.entries()) {
          const transcript = transcripts[index];
          if (transcript) heard.push({ ...line, transcript });
        }
        process.stderr.write(`\r${heard.length} of ${spoken.length} heard`);
      }
    }),
  );
  process.stderr.write('\n');
  return heard;
}

export function wordErrorRate(lines: readonly HeardLine[]): number {
  const words = lines.reduce((sum, { said }) => sum + said.split(' ').length, 0);
  const wrong = lines.reduce(
    (sum, one) => sum + wordErrors(wordsOf(one.said), wordsOf(one.transcript.text)),
    0,
  );
  return Number((wrong / words).toFixed(3));
}

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');
