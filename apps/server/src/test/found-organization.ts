import { identity, organizations } from '@parley/contract';
import { callApi } from './call-api.ts';
import { type Member, memberOf } from './tenant.ts';

/** Signs up a user on a server in another process, and creates an organization for them. */
export async function foundOrganization(
  url: string,
  email: string = 'ada@example.org',
): Promise<Member> {
  const name = 'Ada Lovelace';
  const app = { call: (endpoint, call) => callApi(url, endpoint, call) } satisfies Parameters<
    typeof memberOf
  >[0];
  const signedIn = await callApi(url, identity.signUp, {
    body: { email, name, password: 'Correct-Horse-7' },
  });
  const { token, user } = signedIn.body;
  const founded = await callApi(url, organizations.createOrganization, {
    token,
    params: { userId: user.id },
    body: { name, onboardingData: { organizationName: 'Acme' } },
  });
  return memberOf(app, { userId: user.id, token, email }, founded.body.id);
}
