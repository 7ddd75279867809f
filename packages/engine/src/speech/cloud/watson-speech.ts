import type { TextToSpeech } from '../speech.ts';
import { toSamples } from './openai-speech.ts';
import { createSpeechService } from './speech-service.ts';

/** Watson Text to Speech of an instance, whose address IBM Cloud shows with its key. */
export function watsonTextToSpeech({ url, key }: { url: string; key: string }): TextToSpeech {
  const service = createSpeechService('Watson Text to Speech', url);
  const basic = Buffer.from(`apikey:${key}`).toString('base64');
  return async (text, { id = '' }) => {
    // Its voices are called en-US_MichaelV3Voice; with any other name its default one speaks.
    const voice = /^[a-z]{2}-[A-Z]{2}_\w+$/.test(id) ? `?voice=${id}` : '';
    const answer = await service.post(`v1/synthesize${voice}`, {
      headers: {
        'content-type': 'application/json',
        accept: 'audio/wav;rate=8000',
        authorization: `Basic ${basic}`,
      },
      body: JSON.stringify({ text }),
    });
    return toSamples(answer);
  };
}
