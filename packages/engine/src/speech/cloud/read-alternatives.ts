/** Reads transcripts in the format of Google and Watson: pieces with alternatives. */
import type { Transcript } from '../speech.ts';
import { notServed } from './speech-service.ts';

interface Recognized {
  results?: { alternatives?: { transcript?: unknown; confidence?: unknown }[] }[];
}

/** Parses an answer. `name` is the service, for errors about invalid answers. A transcript without text has confidence 0. */
export function readAlternatives(name: string, answer: Buffer): Transcript {
  const pieces = (parsed(name, answer).results ?? []).flatMap(({ alternatives }) => {
    const [best] = alternatives ?? [];
    if (typeof best?.transcript !== 'string') return [];
    // A confidence of 0 means that it was not measured.
    const isKnown = typeof best.confidence === 'number' && best.confidence > 0;
    return [
      { text: best.transcript.trim(), confidence: isKnown ? Number(best.confidence) : undefined },
    ];
  });
  return { text: pieces.map(({ text }) => text).join(' '), confidence: meanOf(pieces) };
}

/** Mean confidence, weighted by text length; undefined if the confidence of a piece is unknown. */
function meanOf(pieces: { text: string; confidence: number | undefined }[]): number | undefined {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  let weighed = 0;
  for (const { text, confidence } of pieces) {
    if (confidence === undefined) return undefined;
    weighed += text.length * confidence;
  }
  return weighed / letters;
}

function parsed(name: string, answer: Buffer): Recognized {
  try {
    return Object(JSON.parse(answer.toString('utf8')));
  } catch (error) {
    throw notServed(name, 'its response is not a transcript', error);
  }
}
