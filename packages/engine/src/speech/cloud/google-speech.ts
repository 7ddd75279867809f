import type { TextToSpeech } from '../speech.ts';
import { toSamples } from './openai-speech.ts';
import { createSpeechService } from './speech-service.ts';

/** Text to speech of Google Cloud, by an API key. */
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
