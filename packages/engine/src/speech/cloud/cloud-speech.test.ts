/** Tests speech services at protocol level: a small server replaces each service. */
import { createServer, type IncomingMessage } from 'node:http';
import { failureOf } from '@parley/egress';
import { parseWav, printWav, sine } from '@parley/sip';
import { afterEach, describe, expect, it } from 'vitest';
import { googleSpeechToText, googleTextToSpeech } from './google-speech.ts';
import { openAiSpeechToText, openAiTextToSpeech } from './openai-speech.ts';
import { pollyTextToSpeech } from './polly-speech.ts';
import { watsonSpeechToText, watsonTextToSpeech } from './watson-speech.ts';

interface Asked {
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

let close = () => {};

afterEach(() => close());

/** Serves the same answer to all requests. Returns its address and the received requests. */
async function service(answer: string | Buffer, status = 200) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    asked.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(status).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked };
}

const voice = { id: 'Joanna', locale: 'en-US' };
const tone = sine([440], 200, 8000);
const wav = (rate: number) => printWav({ sampleRate: rate, channels: [sine([440], 200, 8000)] });
const json = ({ body }: Asked) => JSON.parse(body.toString('utf8'));

describe('text to speech', () => {
  it('as OpenAI does it: any rate becomes that of a telephone', async () => {
    const { url, asked } = await service(wav(24_000));
    const speak = openAiTextToSpeech({ url: `${url}/v1`, key: 'k', model: 'tts-1' });
    expect((await speak('Hello', voice)).length).toBe(Math.floor(tone.length / 3));
    expect(asked[0]).toMatchObject({
      url: '/v1/audio/speech',
      headers: { authorization: 'Bearer k' },
    });
    expect(json(asked[0] as Asked)).toEqual({
      model: 'tts-1',
      input: 'Hello',
      voice: 'alloy',
      response_format: 'wav',
    });
  });

  it('by Google', async () => {
    const audioContent = wav(8000).toString('base64');
    const { url, asked } = await service(JSON.stringify({ audioContent }));
    const speak = googleTextToSpeech({ url: `${url}/v1`, key: 'k' });
    expect(await speak('Hello', { id: 'en-US-Neural2-C', locale: 'en-US' })).toEqual(tone);
    expect(asked[0]).toMatchObject({
      url: '/v1/text:synthesize',
      headers: { 'x-goog-api-key': 'k' },
    });
    expect(json(asked[0] as Asked)).toMatchObject({
      input: { text: 'Hello' },
      voice: { languageCode: 'en-US', name: 'en-US-Neural2-C' },
      audioConfig: { sampleRateHertz: 8000 },
    });
  });

  it('by Watson', async () => {
    const { url, asked } = await service(wav(8000));
    const speak = watsonTextToSpeech({ url: `${url}/instances/1`, key: 'k' });
    expect(await speak('Hello', { id: 'en-US_LisaV3Voice', locale: 'en-US' })).toEqual(tone);
    expect(asked[0]).toMatchObject({
      url: '/instances/1/v1/synthesize?voice=en-US_LisaV3Voice',
      headers: { accept: 'audio/wav;rate=8000', authorization: 'Basic YXBpa2V5Oms=' },
    });
  });

  it('by Amazon Polly, with a signature of what is asked', async () => {
    const { url, asked } = await service(Buffer.from(tone.buffer));
    const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
    const speak = pollyTextToSpeech({ url, region: 'eu-central-1', ...keys });
    expect(await speak('Hello', voice)).toEqual(tone);
    expect(asked[0]?.url).toBe('/v1/speech');
    expect(asked[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/polly\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/,
    );
    expect(json(asked[0] as Asked)).toEqual({
      OutputFormat: 'pcm',
      SampleRate: '8000',
      Text: 'Hello',
      VoiceId: 'Joanna',
    });
  });

  it('that is refused is a matter of the settings', async () => {
    const { url } = await service('no', 401);
    const refused = openAiTextToSpeech({ url })('Hello', voice).catch(failureOf);
    expect(await refused).toMatchObject({ class: 'configuration', code: 'speech-failed' });
    close();
    const gone = openAiTextToSpeech({ url })('Hello', voice).catch(failureOf);
    expect(await gone).toMatchObject({ code: 'speech-failed' });
  });
});

describe('speech to text', () => {
  const listening = { locale: 'en-US' };

  it('sends what was heard, and believes in it as much as the service does', async () => {
    const segments = [
      { start: 0, end: 1, avg_logprob: Math.log(0.9), no_speech_prob: 0 },
      { start: 1, end: 2, avg_logprob: Math.log(0.5), no_speech_prob: 0 },
    ];
    const { url, asked } = await service(JSON.stringify({ text: ' Hello. ', segments }));
    const transcript = await openAiSpeechToText({ url })(tone, listening);
    expect(transcript.text).toBe('Hello.');
    expect(transcript.confidence).toBeCloseTo(0.7);
    const [form] = asked;
    expect(form?.url).toBe('/audio/transcriptions');
    const text = form?.body.toString('latin1') ?? '';
    expect(text).toMatch(/name="model"\s+whisper-1/);
    expect(text).toMatch(/name="language"\s+en/);
    const start = form?.body.indexOf('RIFF') ?? -1;
    expect(parseWav(form?.body.subarray(start) ?? Buffer.alloc(0)).sampleRate).toBe(8000);
  });

  it('reads the certainty of newer models word by word', async () => {
    const logprobs = [{ logprob: Math.log(0.2) }, { logprob: Math.log(0.4) }];
    const { url } = await service(JSON.stringify({ text: 'Hello', logprobs }));
    const transcribe = openAiSpeechToText({ url, model: 'gpt-4o-transcribe' });
    expect((await transcribe(tone, listening)).confidence).toBeCloseTo(0.3);
  });

  const recognized = {
    results: [
      { alternatives: [{ transcript: 'one hundred ', confidence: 0.9 }, { transcript: 'none' }] },
      { alternatives: [{ transcript: 'and twenty', confidence: 0.6 }] },
    ],
  };

  it('by Google', async () => {
    const { url, asked } = await service(JSON.stringify(recognized));
    const transcribe = googleSpeechToText({ url: `${url}/v1`, key: 'k', model: 'telephony' });
    const { text, confidence } = await transcribe(tone, { locale: 'de-DE' });
    expect(text).toBe('one hundred and twenty');
    expect(confidence).toBeCloseTo(0.757);
    expect(asked[0]).toMatchObject({
      url: '/v1/speech:recognize',
      headers: { 'x-goog-api-key': 'k' },
    });
    const { config, audio } = json(asked[0] as Asked);
    expect(config).toEqual({
      encoding: 'LINEAR16',
      sampleRateHertz: 8000,
      languageCode: 'de-DE',
      model: 'telephony',
    });
    expect(Buffer.from(audio.content, 'base64')).toEqual(Buffer.from(tone.buffer));
  });

  it('by Watson, with its model for telephone calls', async () => {
    const { url, asked } = await service(JSON.stringify(recognized));
    const transcribe = watsonSpeechToText({ url: `${url}/instances/1`, key: 'k' });
    expect((await transcribe(tone, listening)).text).toBe('one hundred and twenty');
    expect(asked[0]).toMatchObject({
      url: '/instances/1/v1/recognize?model=en-US_Telephony',
      headers: { 'content-type': 'audio/wav', authorization: 'Basic YXBpa2V5Oms=' },
    });
    expect(parseWav(asked[0]?.body ?? Buffer.alloc(0)).channels).toEqual([tone]);
  });

  it('tells services that take them the words that a person listed, and nothing else', async () => {
    const { url, asked } = await service(JSON.stringify({ text: 'Acme', ...recognized }));
    const about = { ...listening, vocabulary: ['Acme', 'Zürich West'] };
    const told = { usedVocabulary: true };
    expect(await openAiSpeechToText({ url })(tone, about)).toMatchObject(told);
    expect(await googleSpeechToText({ url, key: 'k' })(tone, about)).toMatchObject(told);
    expect(await watsonSpeechToText({ url, key: 'k' })(tone, about)).not.toHaveProperty(
      'usedVocabulary',
    );
    expect(asked[0]?.body.toString('utf8')).toMatch(/name="prompt"\s+Acme, Zürich West\./);
    expect(json(asked[1] as Asked).config.speechContexts).toEqual([
      { phrases: ['Acme', 'Zürich West'] },
    ]);
  });

  it.each([
    ['OpenAI', openAiSpeechToText, { text: 'Hello' }],
    [
      'OpenAI, of a part',
      openAiSpeechToText,
      { text: 'Hello', segments: [{ avg_logprob: -0.1 }, {}] },
    ],
    ['Google', googleSpeechToText, { results: [{ alternatives: [{ transcript: 'Hello' }] }] }],
    [
      'Watson',
      watsonSpeechToText,
      { results: [{ alternatives: [{ transcript: 'Hello', confidence: 0 }] }] },
    ],
  ])('invents no confidence where %s reports none', async (_, of, answer) => {
    const { url } = await service(JSON.stringify(answer));
    const transcript = await of({ url, key: 'k' })(tone, listening);
    expect(transcript).toEqual({ text: 'Hello', confidence: undefined });
  });

  it('believes in nothing where nothing was understood', async () => {
    const { url } = await service('{}');
    const nothing = { text: '', confidence: 0 };
    expect(await googleSpeechToText({ url, key: 'k' })(tone, listening)).toEqual(nothing);
    expect(await watsonSpeechToText({ url, key: 'k' })(tone, listening)).toEqual(nothing);
  });

  it.each([
    ['OpenAI', openAiSpeechToText],
    ['Google', googleSpeechToText],
    ['Watson', watsonSpeechToText],
  ])('of %s is an error of the settings where the answer is none', async (_, of) => {
    const { url } = await service('<html>');
    const failed = of({ url, key: 'k' })(tone, listening).catch(failureOf);
    expect(await failed).toMatchObject({ code: 'speech-failed' });
  });
});
