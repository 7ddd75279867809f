/** Tests responses of an identity provider, or of an impostor, that must not let anyone in. */
import { startIdentitySandbox } from '@parley/identity-sandbox';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { oneTimeTokens } from '../../../db/schema/users.ts';
import { openBrowser } from '../test/test-browser.ts';
import {
  carry,
  channel,
  exchange,
  type GenuineAnswer,
  outcomeOf,
  type SamlWorld,
  startSamlWorld,
} from '../test/test-saml.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await startSamlWorld();
}, 60_000);
afterAll(() => world.close());

const assertionPattern = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
const sealPattern = /<(\w+:)?Signature[\s\S]*?<\/(\w+:)?Signature>/;

const evil = (xml: string) => xml.replaceAll('ada@parley.example', 'eve@parley.example');
const renamed = (xml: string) => xml.replace(/ID="[^"]*"/, 'ID="_forged"');
const withoutSeal = (xml: string) => xml.replace(sealPattern, '');
const sealOf = (xml: string) => sealPattern.exec(xml)?.[0] ?? '';
const intoSeal = (seal: string, hidden: string) =>
  seal.replace(/<\/(\w+:)?Signature>$/, (end) => `<Object>${hidden}</Object>${end}`);

/** Turns the genuine assertion into an unsigned one for Eve. */
const forgery = (signed: string) => renamed(evil(withoutSeal(signed)));

/** Replaces the assertion. */
const instead = (change: (signed: string) => string) => (xml: string) =>
  xml.replace(assertionPattern, change);

/** Embeds the complete genuine response in a forged one. */
const around = (change: (forged: string, genuine: string) => string) => (xml: string) => {
  const genuine = xml.replace(/^<\?xml[^>]*>\s*/, '');
  return change(renamed(instead(forgery)(xml)), genuine);
};

const intoResponse = (xml: string, content: string) =>
  xml.replace(/<samlp:Status>/, (status) => `${content}${status}`);

/** Many elements outside the signed part. */
const elements = `<samlp:Extensions>${'<a/>'.repeat(2000)}</samlp:Extensions>`;

/** The eight ways to wrap a genuine signature into a forged document, by their usual numbers. */
const wrappings: [string, (xml: string) => string][] = [
  [
    'XSW1: the genuine answer inside the signature of a forged one',
    around((forged, genuine) => intoResponse(forged, intoSeal(sealOf(genuine), genuine))),
  ],
  [
    'XSW2: the genuine answer before the signature of a forged one',
    around((forged, genuine) => intoResponse(forged, genuine + sealOf(genuine))),
  ],
  [
    'XSW3: a forged assertion before the genuine one',
    instead((signed) => forgery(signed) + signed),
  ],
  [
    'XSW4: the genuine assertion inside a forged one',
    instead((signed) => forgery(signed).replace(/<\/saml:Assertion>$/, (end) => `${signed}${end}`)),
  ],
  [
    'XSW5: the signature on a forged assertion, the genuine one after it',
    instead((signed) => renamed(evil(signed)) + withoutSeal(signed)),
  ],
  [
    'XSW6: the genuine assertion inside the signature of a forged one',
    instead((signed) =>
      renamed(evil(signed)).replace(sealPattern, intoSeal(sealOf(signed), withoutSeal(signed))),
    ),
  ],
  [
    'XSW7: a forged assertion in an extension, before the genuine one',
    instead((signed) => `<samlp:Extensions>${forgery(signed)}</samlp:Extensions>${signed}`),
  ],
  [
    'XSW8: the genuine assertion in an extension, a forged one in its place',
    instead((signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${forgery(signed)}`),
  ],
];

describe('an answer of an identity provider', () => {
  afterEach(() => vi.useRealTimers());

  it('is taken once', async () => {
    const { company } = await world.setUpCompany();
    const answer = await world.genuineAnswer(company);
    expect(await carry(company, answer)).not.toHaveProperty('error');
    expect(await carry(company, answer)).toHaveProperty('error');
    const elsewhere = { ...answer, browser: openBrowser(world.app), relayState: '' };
    expect(await carry(company, elsewhere)).toHaveProperty('error');
  });

  it('is taken for the company that was asked, not for another with the same provider', async () => {
    const { company } = await world.setUpCompany();
    const { company: other } = await world.setUpCompany();
    expect(await carry(other, await world.genuineAnswer(company))).toHaveProperty('error');
  });

  it.each<[string, (xml: string) => string]>([
    ...wrappings,
    ['a changed address', evil],
    ['no signature', withoutSeal],
    ['no signature and a changed address', (xml) => evil(withoutSeal(xml))],
    ['a comment in the address', (xml) => xml.replaceAll('ada@parley', 'ada@parley<!-- -->')],
    ['a forged assertion after the genuine one', instead((signed) => signed + forgery(signed))],
    ['the genuine assertion twice', instead((signed) => signed + signed)],
    ['a processing instruction', (xml) => intoResponse(xml, '<?x y?>')],
    ['a processing instruction before it', (xml) => `<?xml version="1.0"?><?x y?>${xml}`],
    ['a processing instruction after it', (xml) => `${xml}<?xml version="1.0"?>`],
    ['a document type', (xml) => `<!DOCTYPE x [<!ENTITY e "eve@parley.example">]>${xml}`],
    ['a second root', (xml) => xml + xml],
    ['a comment in the digest', (xml) => xml.replace(/(DigestValue>)/, '$1<!-- x -->')],
    ['the digest of nothing', (xml) => xml.replace(/DigestValue>[^<]+</, 'DigestValue><')],
    [
      'a second SignedInfo',
      (xml) => xml.replace(/<SignedInfo[\s\S]*?<\/SignedInfo>/, (info) => info + evil(info)),
    ],
    [
      'SHA-1',
      (xml) =>
        xml
          .replaceAll(
            'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          )
          .replaceAll(
            'http://www.w3.org/2001/04/xmlenc#sha256',
            'http://www.w3.org/2000/09/xmldsig#sha1',
          ),
    ],
    ['another audience', (xml) => xml.replace(/(<saml:Audience>)[^<]*/, '$1https://evil.example')],
    ['another recipient', (xml) => xml.replace(/Recipient="[^"]*"/, 'Recipient="https://evil.x"')],
    ['more time', (xml) => xml.replaceAll(/NotOnOrAfter="20\d\d/g, 'NotOnOrAfter="2999')],
    ['no assertion', instead(() => '')],
    ['thousands of elements', (xml) => intoResponse(xml, elements)],
    ['text that is no XML', () => 'hello'],
  ])('is refused with %s', async (_, forge) => {
    const { company, addMember } = await world.setUpCompany();
    await addMember(`eve-of-${company}@parley.example`);
    const answer = await world.genuineAnswer(company);
    const xml = forge(answer.xml);
    expect(xml).not.toBe(answer.xml);
    expect(await carry(company, { ...answer, xml })).toHaveProperty('error');
    const proofs = await world.app.platform.db
      .select()
      .from(oneTimeTokens)
      .where(sql`${oneTimeTokens.payload}->>'email' like 'eve%'`);
    expect(proofs).toEqual([]);
  });

  it('is refused with odd markup also beside a harmless answer in one form', async () => {
    const { company } = await world.setUpCompany();
    const { browser, xml, relayState } = await world.genuineAnswer(company);
    const form = new URLSearchParams({ RelayState: relayState });
    for (const answer of [xml, intoResponse(xml, elements)]) {
      form.append('SAMLResponse', Buffer.from(answer).toString('base64'));
    }
    const { url } = await browser.visit(`/api/auth/sso/saml2/sp/acs/saml.${company}`, form);
    expect(outcomeOf(url)).not.toHaveProperty('email');
  });

  // The sandbox's responses are valid for two minutes, and clocks may differ by one minute.
  it.each([
    ['taken', 'just before its minute of grace is over', 120 + 50, false],
    ['refused', 'just after', 120 + 70, true],
    ['taken', 'from a provider whose clock is 50 s ahead', -50, false],
    ['refused', 'from a provider whose clock is 70 s ahead', -70, true],
  ])('is %s %s', async (_outcome, _when, laterS, isRefused) => {
    const { company } = await world.setUpCompany();
    const answer = await world.genuineAnswer(company);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterS * 1000 });
    expect('error' in (await carry(company, answer))).toBe(isRefused);
  });

  it('is refused from a provider that shares only the name', async () => {
    const impostor = await startIdentitySandbox();
    try {
      const { company } = await world.setUpCompany();
      const asked = await openBrowser(world.app).visit(
        `/api/auth/window/saml.${company}?channel=${channel}`,
      );
      const { port } = new URL(/Location="([^"]+)"/.exec(impostor.saml.metadata)?.[1] ?? '');
      const html = asked.html.replace(/localhost:\d+/g, `localhost:${port}`);
      const browser = openBrowser(world.app);
      const answer = await browser.submit({ ...asked, html }, { email: 'ada@parley.example' });
      expect(outcomeOf((await browser.submit(answer)).url)).toHaveProperty('error');
    } finally {
      await impostor.close();
    }
  }, 60_000);

  it('is refused if it was not requested', async () => {
    const { company } = await world.setUpCompany();
    const { xml } = await world.genuineAnswer(company);
    const unasked = xml.replace(/ InResponseTo="[^"]*"/g, '');
    const browser = openBrowser(world.app);
    expect(await carry(company, { browser, xml: unasked, relayState: '' })).toHaveProperty('error');
  });

  it('redirects only to our own page, whatever the relay state says', async () => {
    const { company } = await world.setUpCompany();
    const { browser, xml } = await world.genuineAnswer(company);
    for (const relayState of ['https://evil.example', '//evil.example', '/%2f%2fevil.example']) {
      const outcome = await carry(company, { browser, xml, relayState });
      expect(JSON.stringify(outcome)).not.toContain('evil');
    }
  });
});

const requestPattern = /<samlp:Response[^>]* InResponseTo="([^"]*)"/;
const requestOf = ({ xml }: GenuineAnswer) => requestPattern.exec(xml)?.[1] ?? '';

/** Puts a response into an envelope that names no request. */
const withoutRequest = ({ xml }: GenuineAnswer) =>
  xml.replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, '$1');

/** Puts a response into an envelope that names this request. Only the assertion inside is signed. */
const inEnvelopeFor = (request: string, answer: GenuineAnswer) =>
  withoutRequest(answer).replace('<samlp:Response ', `<samlp:Response InResponseTo="${request}" `);

describe('the request that an answer is for', () => {
  /** Creates a response for a member, and a response for another browser with its own request. */
  async function setUpTheft(changeRequest?: (xml: string) => string) {
    const { company, addMember } = await world.setUpCompany();
    const { email } = await addMember(`ada-of-${company}@parley.example`);
    const options = changeRequest ? { changeRequest } : {};
    const victim = await world.genuineAnswer(company, email, options);
    const thief = await world.genuineAnswer(company, `eve-of-${company}@parley.example`);
    return { company, email, victim, thief };
  }

  async function expectRefused(company: string, email: string, answer: GenuineAnswer) {
    expect(await carry(company, answer)).toHaveProperty('error');
    expect((await exchange(answer.browser, email)).error?.code).toBe('invalid_token');
  }

  it('is the one of this browser, not another that only the envelope names', async () => {
    const { company, email, victim, thief } = await setUpTheft();
    const xml = inEnvelopeFor(requestOf(thief), victim);
    expect(xml).not.toBe(victim.xml);
    await expectRefused(company, email, { ...thief, xml });
  });

  it('is the one of this browser, not that of the browser whose answer it brings', async () => {
    const { company, email, victim, thief } = await setUpTheft();
    await expectRefused(company, email, { ...thief, xml: victim.xml });
  });

  it('must be of this browser, even if the envelope names none', async () => {
    const { company, email, victim, thief } = await setUpTheft();
    await expectRefused(company, email, { ...thief, xml: withoutRequest(victim) });
  });

  it('must be in the signed part, or the answer is refused', async () => {
    const withoutId = (request: string) => request.replace(/ ID="[^"]*"/, '');
    const { company, email, victim, thief } = await setUpTheft(withoutId);
    expect(victim.xml).not.toContain('InResponseTo');
    await expectRefused(company, email, { ...thief, xml: inEnvelopeFor(requestOf(thief), victim) });
  });

  it('is the same in the envelope as in what the provider signed', async () => {
    const { company, email, victim, thief } = await setUpTheft();
    const xml = inEnvelopeFor(requestOf(thief), victim);
    await expectRefused(company, email, { ...victim, xml });
  });

  it('must be of this company, even if the envelope names none', async () => {
    const { email, victim } = await setUpTheft();
    const { company: other } = await world.setUpCompany();
    const xml = withoutRequest(victim);
    expect(await carry(other, { ...victim, xml })).toHaveProperty('error');
    expect((await exchange(victim.browser, email)).error?.code).toBe('invalid_token');
  });

  it('expires after five minutes, even if the envelope names none', async () => {
    const { company, email, victim } = await setUpTheft();
    await world.app.platform.db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeTokens.purpose, 'saml-request'));
    await expectRefused(company, email, { ...victim, xml: withoutRequest(victim) });
  });

  it('is unknown where a server of the release before began it, and the next one is answered', async () => {
    const { company, email, victim } = await setUpTheft();
    const { db } = world.app.platform;
    await db.delete(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'saml-request'));
    await expectRefused(company, email, victim);
    const again = await world.genuineAnswer(company, email);
    expect(await carry(company, again)).toEqual({ channel, email });
  });

  it.each<[string, (answer: GenuineAnswer) => string]>([
    ['an envelope that names it', ({ xml }) => xml],
    ['an envelope that names none', withoutRequest],
    ['an XML declaration', ({ xml }) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`],
  ])('is answered by its provider with %s', async (_, change) => {
    const { company, email, victim } = await setUpTheft();
    const answer = { ...victim, xml: change(victim) };
    expect(await carry(company, answer)).toEqual({ channel, email });
    expect((await exchange(victim.browser, email)).status).toBe(200);
  });
});
