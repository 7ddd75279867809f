import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { describe, expect, it, vi } from 'vitest';
import { localSpeechToText } from './local-speech-to-text.ts';
import { localTextToSpeech } from './local-text-to-speech.ts';

vi.setConfig({ testTimeout: 60_000 });

const locale = 'en-US';

async function hear(said: string) {
  return localSpeechToText(await localTextToSpeech(said, { locale }), { locale });
}

describe.skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))('the local recognizer', () => {
  it('understands a plain sentence on the telephone without knowing what to expect, and is sure', async () => {
    const { text, confidence } = await hear('I would like to know my balance');
    expect(text).toBe('i would like to know my balance');
    expect(confidence).toBeGreaterThan(0.5);
  });

  it('is not sure of a name that it does not know, and of the words around it is', async () => {
    const { words = [], confidence } = await hear(
      'Welcome to Acme bank. For your balance press one.',
    );
    expect(confidence).toBeLessThan(0.5);
    const sure = words.filter((one) => one.confidence >= 0.5).map(({ word }) => word);
    expect(sure.join(' ')).toContain('for your balance press one');
    expect(sure).not.toContain('acme');
  });

  it('writes down what another party heard before all that one waits with', async () => {
    const short = new Int16Array(2000);
    const done: string[] = [];
    const listen = (party: string) =>
      localSpeechToText(short, { locale, party }).then(() => done.push(party));
    await Promise.all([...Array(6).fill('one'), 'another'].map(listen));
    expect(done.indexOf('another')).toBeLessThan(4);
  });

  it('hears nothing in silence', async () => {
    const silence = new Int16Array(8000);
    expect(await localSpeechToText(silence, { locale })).toMatchObject({ text: '', confidence: 0 });
  });
});
