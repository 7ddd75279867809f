import { sampleRate } from '@parley/sip';
import type { SpeechToText, TextToSpeech } from '../speech.ts';
import { toSamples } from './openai-speech.ts';
import { readAlternatives } from './read-alternatives.ts';
import { createSpeechService } from './speech-service.ts';

/** Text to speech with Google Cloud and an API key. */
export function googleTextToSpeech({
  url = 'https://texttospeech.googleapis.com/v1',
  key,
}: {
  url?: string | undefined;
  key: string;
}): TextToSpeech {
  const service = createSpeechService('Google Text-to-Speech', url);
  return async (text, { id = '', locale }) => {
    const isVoice = id.startsWith(`${locale}-`);
    const answer = await service.post('./text:synthesize', {
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
      body: JSON.stringify({
        input: { text },
        voice: { languageCode: locale, ...(isVoice && { name: id }) },
        audioConfig: { audioEncoding: 'LINEAR16', sampleRateHertz: 8000 },
      }),
    });
    const { audioContent = '' } = JSON.parse(answer.toString('utf8')) as { audioContent?: string };
    return toSamples(Buffer.from(audioContent, 'base64'));
  };
}

/** Speech to text with Google Cloud and an API key. */
export function googleSpeechToText({
  url = 'https://speech.googleapis.com/v1',
  key,
  model,
}: {
  url?: string | undefined;
  key: string;
  /** Model, for example `telephony`. By default, Google chooses it. */
  model?: string | undefined;
}): SpeechToText {
  const name = 'Google Speech-to-Text';
  const service = createSpeechService(name, url);
  return async (samples, { locale, vocabulary = [] }) => {
    const { buffer, byteOffset, byteLength } = samples;
    const answer = await service.post('./speech:recognize', {
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
      body: JSON.stringify({
        config: {
          encoding: 'LINEAR16',
          sampleRateHertz: sampleRate,
          languageCode: locale,
          ...(model && { model }),
          ...(vocabulary.length > 0 && { speechContexts: [{ phrases: vocabulary }] }),
        },
        audio: { content: Buffer.from(buffer, byteOffset, byteLength).toString('base64') },
      }),
    });
    return {
      ...readAlternatives(name, answer),
      ...(vocabulary.length > 0 && { usedVocabulary: true }),
    };
  };
}
