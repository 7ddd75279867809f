/** Tests what the log and the connection test say about responses that are refused, and to whom. */
import { Writable } from 'node:stream';
import { startIdentitySandbox } from '@parley/identity-sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../platform/observability/log.ts';
import { carry, channel, type SamlWorld, startSamlWorld } from '../test/test-saml.ts';

let world: SamlWorld;
let written = '';
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  world = await startSamlWorld(createLog('info', destination));
}, 60_000);
afterAll(() => world.close());
afterEach(() => vi.useRealTimers());

const certificate = (xml: string) => /<X509Certificate>([^<]*)/.exec(xml)?.[1] ?? '';
const withoutSignature = (xml: string) =>
  xml.replace(/<(\w+:)?Signature[\s\S]*?<\/(\w+:)?Signature>/, '');
const inSha1 = (xml: string) =>
  xml.replaceAll(
    /http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha256/g,
    'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  );

interface Case {
  reason: string;
  change?: (xml: string) => string;
  fault?: 'encrypted';
  laterS?: number;
  email?: string;
  seconds?: [number, number];
}

const cases: [string, Case][] = [
  ['encrypted assertions', { reason: 'encrypted', fault: 'encrypted' }],
  ['a missing signature', { reason: 'unsigned', change: withoutSignature }],
  ['a signature with SHA-1', { reason: 'weak-algorithm', change: inSha1 }],
  ['a changed address', { reason: 'signature', change: (xml) => xml.replaceAll('ada@', 'eve@') }],
  // The sandbox's responses are valid for two minutes.
  ['a response from the past', { reason: 'expired', laterS: 120 + 90, seconds: [85, 95] }],
  ['a clock that is ahead', { reason: 'clock', laterS: -90, seconds: [85, 95] }],
  [
    'a refusal of the provider',
    {
      reason: 'declined',
      change: (xml) =>
        xml
          .replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '')
          .replace('status:Success', 'status:Responder'),
    },
  ],
  ['a text that is no XML', { reason: 'unreadable', change: () => 'hello' }],
  ['an address of another domain', { reason: 'domain', email: 'ada@other.example' }],
];

describe('a connection test of an owner', () => {
  it.each(cases)('tells %s apart', async (_, { reason, change, fault, laterS, email, seconds }) => {
    const { company, owner } = await world.setUpCompany();
    const answer = await world.genuineAnswer(company, email, {
      tester: owner,
      ...(fault && { fault }),
    });
    const xml = change ? change(answer.xml) : answer.xml;
    if (laterS !== undefined)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterS * 1000 });
    written = '';
    const outcome = await carry(company, { ...answer, xml });
    expect(outcome).toMatchObject({ channel, reason });
    if (seconds) {
      const [least, most] = seconds;
      expect(Number(outcome.seconds)).toBeGreaterThanOrEqual(least);
      expect(Number(outcome.seconds)).toBeLessThanOrEqual(most);
    } else expect(outcome).not.toHaveProperty('seconds');
    const line = written.split('\n').find((text) => text.includes('was refused')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ reason, providerId: `saml.${company}` });
    expect(written).not.toContain('link or token');
  });

  it('tells a certificate apart that is not in the metadata', async () => {
    const other = await startIdentitySandbox();
    try {
      const { company, owner } = await world.setUpCompany();
      const answer = await world.genuineAnswer(company, undefined, { tester: owner });
      const xml = answer.xml.replace(certificate(answer.xml), certificate(other.saml.metadata));
      expect(xml).not.toBe(answer.xml);
      expect(await carry(company, { ...answer, xml })).toMatchObject({ reason: 'certificate' });
    } finally {
      await other.close();
    }
  }, 60_000);

  it('tells apart a response that was used before', async () => {
    const { company, owner } = await world.setUpCompany();
    const answer = await world.genuineAnswer(company, undefined, { tester: owner });
    expect(await carry(company, answer)).not.toHaveProperty('error');
    const again = await world.genuineAnswer(company, undefined, { tester: owner });
    const replayed = { ...again, xml: answer.xml };
    expect(await carry(company, replayed)).toMatchObject({ reason: 'request' });
  });
});

describe('everybody else', () => {
  it.each(cases)('gets no reason for %s', async (_, { change, fault, laterS, email }) => {
    const { company, addMember } = await world.setUpCompany();
    const member = await addMember(`member-of-${company}@parley.example`);
    const { owner: stranger } = await world.setUpCompany();
    for (const tester of [undefined, member, stranger]) {
      const answer = await world.genuineAnswer(company, email, {
        ...(tester && { tester }),
        ...(fault && { fault }),
      });
      const xml = change ? change(answer.xml) : answer.xml;
      if (laterS !== undefined)
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterS * 1000 });
      const outcome = await carry(company, { ...answer, xml });
      vi.useRealTimers();
      expect(Object.keys(outcome).sort()).toEqual(['channel', 'error']);
      expect(outcome.error).toMatch(/^auth\/(internal-error|operation-not-allowed)$/);
    }
  });
});
