import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/observability/log.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { hasTooManyTags } from './saml/saml-markup.ts';
import { createSignInWatch } from './sessions/sign-in-watch.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

it('a document of SAML has two thousand tags, and not one more', () => {
  expect(hasTooManyTags('<a/>'.repeat(2_000))).toBe(false);
  expect(hasTooManyTags('<a/>'.repeat(2_001))).toBe(true);
});

it('an identity provider answers with a form of 400,000 bytes, and not one more', async () => {
  const statusOf = async (bytes: number) => {
    const answer = await fetch(`${app.url}/api/auth/sso/saml2/sp/acs/saml.acme`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `SAMLResponse=${'x'.repeat(bytes - 'SAMLResponse='.length)}`,
      redirect: 'manual',
    });
    return answer.status;
  };
  expect(await statusOf(400_000)).not.toBe(413);
  expect(await statusOf(400_001)).toBe(413);
});

it('a network gets sixty sign-ins a minute, and other networks are unaffected', () => {
  const watch = createSignInWatch(createLog('silent'));
  for (let attempt = 0; attempt < 60; attempt += 1)
    watch.refuseBusyNetwork(`192.0.2.${attempt % 250}`);
  expect(() => watch.refuseBusyNetwork('192.0.2.7')).toThrow(
    expect.objectContaining({ code: 'auth/too-many-requests' }),
  );
  watch.refuseBusyNetwork('198.51.100.7');
});

it('a window for signing in is opened thirty times a minute from one address, and not once more', async () => {
  const strict = await startTestApp({ hasWorker: false, settings: { PARLEY_RATE_LIMITS: 'on' } });
  const statuses: number[] = [];
  for (let opened = 0; opened < 31; opened += 1) {
    const url = `${strict.url}/api/auth/sso/saml2/sp/metadata`;
    statuses.push((await fetch(url, { redirect: 'manual' })).status);
  }
  await strict.close();
  expect(statuses.slice(0, 30)).not.toContain(429);
  expect(statuses[30]).toBe(429);
});
