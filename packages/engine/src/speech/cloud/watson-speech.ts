import type { SpeechToText, TextToSpeech } from '../speech.ts';
import { printSpeech } from '../speech-file.ts';
import { toSamples } from './openai-speech.ts';
import { readAlternatives } from './read-alternatives.ts';
import { createSpeechService } from './speech-service.ts';

/** Text to speech with an instance of Watson, whose address and key IBM Cloud shows. */
export function watsonTextToSpeech({ url, key }: { url: string; key: string }): TextToSpeech {
  const service = createSpeechService('Watson Text to Speech', url);
  return async (text, { id = '' }) => {
    // Watson's voices have names such as en-US_MichaelV3Voice. For any other name, its default voice is used.
    const voice = /^[a-z]{2}-[A-Z]{2}_\w+$/.test(id) ? `?voice=${id}` : '';
    const answer = await service.post(`v1/synthesize${voice}`, {
      headers: {
        'content-type': 'application/json',
        accept: 'audio/wav;rate=8000',
        authorization: basic(key),
      },
      body: JSON.stringify({ text }),
    });
    return toSamples(answer);
  };
}

/** Speech to text with an instance of Watson. */
export function watsonSpeechToText({
  url,
  key,
  model,
}: {
  url: string;
  key: string;
  /** Model. Defaults to the one for telephone calls in the language. */
  model?: string | undefined;
}): SpeechToText {
  const name = 'Watson Speech to Text';
  const service = createSpeechService(name, url);
  return async (samples, { locale }) => {
    const chosen = encodeURIComponent(model ?? `${locale}_Telephony`);
    const answer = await service.post(`v1/recognize?model=${chosen}`, {
      headers: { 'content-type': 'audio/wav', authorization: basic(key) },
      body: printSpeech(samples),
    });
    return readAlternatives(name, answer);
  };
}

const basic = (key: string) => `Basic ${Buffer.from(`apikey:${key}`).toString('base64')}`;
