/** Transcripts as Google and Watson give them: piece by piece, each with what else it could have been. */
import type { Transcript } from '../speech.ts';
import { notServed } from './speech-service.ts';

interface Recognized {
  results?: { alternatives?: { transcript?: unknown; confidence?: unknown }[] }[];
}

/** `name`: of the service, for an answer that is none. Nothing understood is nothing believed. */
export function readAlternatives(name: string, answer: Buffer): Transcript {
  const pieces = (parsed(name, answer).results ?? []).flatMap(({ alternatives }) => {
    const [best] = alternatives ?? [];
    if (typeof best?.transcript !== 'string') return [];
    // 0 stands for a confidence that was not measured.
    const isKnown = typeof best.confidence === 'number' && best.confidence > 0;
    return [
      { text: best.transcript.trim(), confidence: isKnown ? Number(best.confidence) : undefined },
    ];
  });
  return { text: pieces.map(({ text }) => text).join(' '), confidence: meanOf(pieces) };
}

/** Weighed by length. Unknown where that of any piece is. */
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
