import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const trunksOf = (trunks: string) => readConfig({ PARLEY_SIP_TRUNKS: trunks }).phone.trunks;

describe('trunks in the settings', () => {
  it('are over UDP, over TLS with encrypted audio, and as their parameters say', () => {
    const credentials = { username: 'ada', password: 'a@b' };
    const plain = { credentials: undefined, isSecure: false, isEncrypted: false };
    const secure = { credentials, isSecure: true, isEncrypted: true };
    expect(
      trunksOf(
        'sip:one.example,sips:ada:a%40b@two.example;register,sips:ada:a%40b@three.example:5071;media=rtp',
      ),
    ).toEqual([
      { ...plain, host: 'one.example', port: 5060, wantsRegistration: false },
      { ...secure, host: 'two.example', port: 5061, wantsRegistration: true },
      {
        ...secure,
        host: 'three.example',
        port: 5071,
        isEncrypted: false,
        wantsRegistration: false,
      },
    ]);
  });

  it.each([
    ['tel:+12025550123', 'invalid trunk'],
    ['sips:one.example;transport=ws', ';transport=ws'],
    ['sips:one.example;register', 'needs a user and a password'],
  ])('say what is wrong with %s', (trunk, problem) => {
    expect(() => trunksOf(trunk)).toThrow(problem);
  });

  it('never repeat a password', () => {
    expect(() => trunksOf('sips:ada:s3cret@one.example;what')).not.toThrow('s3cret');
  });
});
