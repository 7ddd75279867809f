/** Organizations for drills, without plan limits, created before the server starts. */
import { identity } from '@parley/contract';
import { seedOrganization } from '@parley/server/seed/create-organization';
import { seedPerson } from '@parley/server/seed/create-person';
import { callApi } from '@parley/server/testing/call-api';
import { lookIntoDatabase } from '@parley/server/testing/look-into-database';
import { type Member, memberOf } from '@parley/server/testing/tenant';
import { served } from './served.ts';

export interface SeededTenant {
  organizationId: string;
  userId: string;
  email: string;
}

const password = 'Correct-Horse-7';

/** Creates organizations and returns the owner of each. */
export function seedTenants(
  environment: Record<string, string>,
  names: readonly string[],
): Promise<SeededTenant[]> {
  return lookIntoDatabase(environment, async ({ db }) => {
    const tenants: SeededTenant[] = [];
    for (const [index, name] of names.entries()) {
      const email = `owner-${index}@example.org`;
      const person = await seedPerson(db, { email, name: 'Ada Lovelace', password });
      if (person === undefined) throw new Error(`${email} is there already`);
      const { organizationId } = await seedOrganization(db, person, name);
      tenants.push({ organizationId, userId: person.userId, email });
    }
    return tenants;
  });
}

export async function signIn(url: string, tenant: SeededTenant): Promise<Member> {
  const { email } = tenant;
  const call = { body: { email, password } };
  const { body, text } = await served(() => callApi(url, identity.signIn, call));
  if (!body.token) throw new Error(`${email} could not sign in: ${text}`);
  return memberAt(url, { ...tenant, token: body.token });
}

/** Returns a client with the same session at another address of the server. */
export function memberAt(url: string, person: SeededTenant & { token: string }): Member {
  return memberOf(
    { call: (endpoint, call) => callApi(url, endpoint, call) },
    { userId: person.userId, token: person.token, email: person.email },
    person.organizationId,
  );
}
