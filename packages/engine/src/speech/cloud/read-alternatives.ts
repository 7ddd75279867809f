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
    const confidence = typeof best.confidence === 'number' && best.confidence > 0;
    return [{ text: best.transcript.trim(), confidence: confidence ? Number(best.confidence) : 1 }];
  });
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const weighed = pieces.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return {
    text: pieces.map(({ text }) => text).join(' '),
    confidence: letters === 0 ? 0 : weighed / letters,
  };
}

function parsed(name: string, answer: Buffer): Recognized {
  try {
    return Object(JSON.parse(answer.toString('utf8')));
  } catch (error) {
    throw notServed(name, 'its answer is no transcript', error);
  }
}
