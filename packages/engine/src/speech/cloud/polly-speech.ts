import { AwsV4Signer } from 'aws4fetch';
import type { TextToSpeech } from '../speech.ts';
import { createSpeechService } from './speech-service.ts';

export interface PollySettings {
  url?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Text to speech with Amazon Polly, whose voice names the catalog uses. */
export function pollyTextToSpeech({ url, region, ...keys }: PollySettings): TextToSpeech {
  const base = url ?? `https://polly.${region}.amazonaws.com`;
  const service = createSpeechService('Amazon Polly', base);
  return async (text, { id = 'Joanna' }) => {
    const signer = new AwsV4Signer({
      ...keys,
      service: 'polly',
      region,
      method: 'POST',
      url: new URL('v1/speech', `${base.replace(/\/$/, '')}/`).href,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ OutputFormat: 'pcm', SampleRate: '8000', Text: text, VoiceId: id }),
    });
    const { headers, body } = await signer.sign();
    const pcm = await service.post('v1/speech', {
      headers: Object.fromEntries(headers),
      body: String(body),
    });
    return Int16Array.from({ length: Math.floor(pcm.length / 2) }, (_, i) =>
      pcm.readInt16LE(2 * i),
    );
  };
}
