/** Ways to sign up, by password and with Google, for tests that try several addresses. */
import { identity } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { invitations } from '../../../db/schema/index.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { openBrowser } from './test-browser.ts';

const password = 'Correct-Horse-7';

/**
 * Signs up with a password.
 *
 * @returns the error code of a refusal, otherwise the status
 */
export async function signUp(app: TestApp, email: string): Promise<string | number> {
  const headers = { origin: app.platform.config.publicUrl };
  const { status, error } = await app.call(identity.signUp, { body: { email, password }, headers });
  return error?.code ?? status;
}

/**
 * Signs in with Google.
 *
 * @returns the error that the window reports, and the status of a token request afterwards
 */
export async function enterByGoogle(
  app: TestApp,
  email: string,
): Promise<[error: string | null, status: number]> {
  const browser = openBrowser(app);
  const page = await browser.visit('/api/auth/window/google?channel=channel-of-this-test');
  const { hash } = (await browser.submit(page, { email })).url;
  const { status } = await browser.call(identity.getAccessToken);
  return [new URLSearchParams(hash.slice(1)).get('error'), status];
}

export async function invite(
  app: TestApp,
  email: string,
  expiresAt = sql`now() + interval '1 day'`,
): Promise<void> {
  const { organizationId } = await createTenant(app);
  await app.platform.db
    .insert(invitations)
    .values({ id: email, organizationId, email, role: 'member', tokenHash: 'x', expiresAt });
}
