/** Transcribes speech before the answer, for the reply of the first turn or for a failed call. */

import type { Exhibit } from '@parley/egress';
import type { EarlyWords, Json, PhoneChannelConfiguration, Remark } from '@parley/suite';
import { hear } from '../../speech/hear.ts';
import type { Speech } from '../../speech/speech.ts';
import type { ConversationContext } from '../channel.ts';
import type { EarlyAudio, EarlyPiece } from './early-audio.ts';
import { announced } from './explain-call.ts';
import type { PhoneSettings } from './phone-settings.ts';

interface Writing {
  codec: string;
  vocabulary?: readonly string[] | undefined;
  /** Receives a line for each piece. */
  log: string[];
  locale: string;
  party: string;
  speech: Speech;
}

interface WrittenDown {
  words: EarlyWords[];
  /** The words with their measurements, for JSON paths. */
  facts: { [key: string]: Json }[];
}

/**
 * Transcribes the pieces.
 *
 * @throws Error if a piece cannot be transcribed, because unknown speech must not count as silence
 */
export async function writeDownEarly(
  pieces: readonly EarlyPiece[],
  { log, codec, locale, party, speech, vocabulary }: Writing,
): Promise<WrittenDown> {
  const words: EarlyWords[] = [];
  const facts: WrittenDown['facts'] = [];
  for (const { samples, fromMs, speechMs, longestPauseMs, end } of pieces) {
    const about = { codec, locale, party, vocabulary };
    const { sureText: _, usedVocabulary, ...heard } = await hear(speech, samples, about);
    const { text, confidence = null } = heard;
    words.push(heard);
    facts.push({ transcript: text, confidence, fromMs, speechMs, longestPauseMs, promptEnd: end });
    log.push(
      `early, ${seconds(fromMs)} to ${seconds(fromMs + speechMs)} s: "${text}" (${percentOf(confidence)})`,
    );
  }
  return { words, facts };
}

/** Collects evidence of a call that was not established: its audio, and its words as a remark. Never throws. */
export async function tellAnnouncement(
  early: EarlyAudio,
  log: string[],
  { quietMs = 1200, promptMs = 60_000 }: PhoneChannelConfiguration,
  {
    phone: { speech },
    locale,
    party,
  }: Pick<ConversationContext, 'locale' | 'party'> & {
    phone: PhoneSettings;
  },
): Promise<{ exhibits: Exhibit[]; remark?: Remark }> {
  const recording = early.recording();
  if (!recording) return { exhibits: [] };
  const exhibits: Exhibit[] = [
    { kind: 'audio', bytes: recording.wavSince(early.startedAt() ?? 0) },
  ];
  const pieces = early.pieces({ quietMs, promptMs, end: 'refusal' });
  const written = await writeDownEarly(pieces, {
    ...{ log, locale, party, speech },
    codec: 'unknown',
  }).catch(() => undefined);
  if (!written) log.push('early: could not be transcribed');
  const texts = written?.words.map(({ text }) => text).filter((text) => text !== '') ?? [];
  return { exhibits, ...(texts.length > 0 && { remark: announced(texts) }) };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const percentOf = (confidence: number | null) =>
  confidence === null ? 'confidence unknown' : `${Math.round(confidence * 100)}%`;
