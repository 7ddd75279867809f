/** Organizations with members, for tests of what members may do and strangers may not. */
import type { Endpoint, Role } from '@parley/contract';
import { memberships, organizations } from '../db/schema/index.ts';
import type { Scope } from '../platform/database/scope.ts';
import { newId } from '../platform/security/ids.ts';
import type { TestAnswer, TestCall } from './call-api.ts';
import type { TestApp, TestPerson, TestUser } from './test-app.ts';

export interface Tenant {
  organizationId: string;
  owner: Member;
  /** Adds a new user to the organization. */
  add(role: Role, person?: TestPerson): Promise<Member>;
}

export interface Member extends TestUser {
  organizationId: string;
  /** Calls an endpoint as this user, in this organization unless the call names another. */
  call<const E extends Endpoint>(endpoint: E, call?: TestCall<E>): Promise<TestAnswer<E>>;
}

export async function createTenant(
  app: TestApp,
  {
    name = 'Acme',
    ...organization
  }: Partial<
    Pick<
      typeof organizations.$inferInsert,
      'name' | 'planId' | 'requiresActivation' | 'subscriptionStatus'
    >
  > = {},
): Promise<Tenant> {
  const { db } = app.platform;
  const organizationId = newId();
  await db.insert(organizations).values({
    id: organizationId,
    name,
    subscriptionStatus: 'trial',
    planId: 'trial',
    ...organization,
  });
  const add: Tenant['add'] = async (role, person) => {
    const user = await app.signUp(person);
    await db.insert(memberships).values({ organizationId, userId: user.userId, role });
    return memberOf(app, user, organizationId);
  };
  return { organizationId, owner: await add('owner'), add };
}

/** Creates an owner's scope for changing data without the API, for example to fill an organization. */
export function scopeOf(app: TestApp, { userId, email, organizationId }: Member): Scope {
  const actor = { userId, email, emailVerified: true };
  return { db: app.platform.db, actor, organizationId, role: 'owner' };
}

export function memberOf(
  app: Pick<TestApp, 'call'>,
  user: TestUser,
  organizationId: string,
): Member {
  const own = { userId: user.userId, orgId: organizationId };
  return {
    ...user,
    organizationId,
    call: (endpoint, call = {}) => {
      const params = { ...own, ...call.params } as typeof call.params;
      return app.call(endpoint, { token: user.token, ...call, ...(params && { params }) });
    },
  };
}
