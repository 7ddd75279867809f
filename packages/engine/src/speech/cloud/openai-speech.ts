/** Speech services with OpenAI's API: OpenAI itself, and many self-hosted servers. */
import { parseWav, printWav, sampleRate, toTelephone } from '@parley/sip';
import { FormData } from 'undici';
import type { SpeechToText, TextToSpeech } from '../speech.ts';
import { createSpeechService, notServed } from './speech-service.ts';

export interface OpenAiSpeechSettings {
  /** Default `https://api.openai.com/v1`. */
  url?: string | undefined;
  key?: string | undefined;
  model?: string | undefined;
}

const defaultUrl = 'https://api.openai.com/v1';
const name = 'The speech service';

const voices = [
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'fable',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];

const authorization = (key: string | undefined): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {};

export function openAiTextToSpeech({ url, key, model }: OpenAiSpeechSettings): TextToSpeech {
  const service = createSpeechService(name, url ?? defaultUrl);
  return async (text, { id = '' }) => {
    const voice = voices.find((known) => known === id.toLowerCase()) ?? 'alloy';
    const body = { model: model ?? 'gpt-4o-mini-tts', input: text, voice, response_format: 'wav' };
    const answer = await service.post('audio/speech', {
      headers: { 'content-type': 'application/json', ...authorization(key) },
      body: JSON.stringify(body),
    });
    return toSamples(answer);
  };
}

/**
 * Converts a WAV file of any sample rate to telephone audio.
 *
 * @throws ConversationError if it is not a WAV file
 */
export function toSamples(wav: Buffer): Int16Array {
  try {
    const { channels, sampleRate: rate } = parseWav(wav);
    return toTelephone(channels[0] ?? new Int16Array(), rate);
  } catch (error) {
    throw notServed(name, 'its response is not audio', error);
  }
}

export function openAiSpeechToText({
  url,
  key,
  model = 'whisper-1',
}: OpenAiSpeechSettings): SpeechToText {
  const service = createSpeechService(name, url ?? defaultUrl);
  // Only Whisper reports segments; newer models report log probabilities of tokens.
  const hasSegments = !model.startsWith('gpt-');
  return async (samples, { locale, vocabulary = [] }) => {
    const form = new FormData();
    const wav = printWav({ sampleRate, channels: [samples] });
    form.set('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'heard.wav');
    form.set('model', model);
    form.set('language', locale.split('-')[0] ?? locale);
    form.set('response_format', hasSegments ? 'verbose_json' : 'json');
    if (!hasSegments) form.set('include[]', 'logprobs');
    if (vocabulary.length > 0) form.set('prompt', `${vocabulary.join(', ')}.`);
    const answer = await service.post('audio/transcriptions', {
      headers: authorization(key),
      body: form,
    });
    return { ...readTranscript(answer), ...(vocabulary.length > 0 && usedVocabulary) };
  };
}

const usedVocabulary = { usedVocabulary: true } as const;

interface Transcription {
  text?: unknown;
  segments?: { avg_logprob?: number; no_speech_prob?: number; start?: number; end?: number }[];
  logprobs?: { logprob?: number }[];
}

function readTranscript(answer: Buffer) {
  const read = parsed(answer);
  if (typeof read?.text !== 'string') throw notServed(name, 'its response is not a transcript');
  const { text, segments = [], logprobs = [] } = read;
  const parts = segments.flatMap(
    ({ avg_logprob: mean, no_speech_prob: silence = 0, start, end }) =>
      mean === undefined
        ? []
        : [
            {
              sure: Math.exp(mean) * (1 - silence),
              weight: Math.max(0.1, (end ?? 0) - (start ?? 0)),
            },
          ],
  );
  const pieces = logprobs.flatMap(({ logprob }) =>
    logprob === undefined ? [] : [{ sure: Math.exp(logprob), weight: 1 }],
  );
  const known = parts.length === segments.length && pieces.length === logprobs.length;
  return { text: text.trim(), confidence: known ? mean([...parts, ...pieces]) : undefined };
}

function mean(parts: { sure: number; weight: number }[]): number | undefined {
  if (parts.length === 0) return undefined;
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return parts.reduce((sum, part) => sum + part.sure * part.weight, 0) / weight;
}

function parsed(answer: Buffer): Transcription | undefined {
  try {
    return JSON.parse(answer.toString('utf8')) as Transcription;
  } catch {
    return undefined;
  }
}
