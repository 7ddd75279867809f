import { describe, expect, it } from 'vitest';
import { providerPlatforms } from './catalogue.ts';
import { role } from './fields.ts';
import { userSchema } from './identity.ts';
import * as inbox from './inbox.ts';
import * as organizations from './organizations.ts';
import * as projects from './projects.ts';
import * as suites from './suites.ts';

const fieldsOf = (schema: { shape: object }) => Object.keys(schema.shape);

describe('the entities of the specification', () => {
  it('[A-013] providers supply five platforms', () => {
    expect(providerPlatforms).toEqual(['alexa', 'google', 'watson', 'phone', 'webchat']);
  });

  it('[A-287] an organization knows three roles', () => {
    expect(role.options.toSorted()).toEqual(['admin', 'member', 'owner']);
  });

  it('[A-167] a subscription has one of four statuses', () => {
    const { status } = organizations.subscriptionSchema.shape;
    expect(status.options.toSorted()).toEqual(['disabled', 'enabled', 'trial', 'trialEnded']);
  });

  it('[S-153] a user has what the shell shows', () => {
    expect(fieldsOf(userSchema)).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'email',
        'avatar',
        'json',
        'loadTestingEnabled',
        'exploratoryTestingEnabled',
      ]),
    );
  });

  it('[S-156] a member has what the table shows', () => {
    expect(fieldsOf(organizations.memberSchema).toSorted()).toEqual(
      ['id', 'name', 'email', 'role', 'addedDate', 'lastActive'].toSorted(),
    );
  });

  it.each([
    [[{ id: 'o1', name: 'Acme', role: 'owner' }], true],
    [[], true],
    ['o1', false],
  ])('[A-002, A-161] memberOf holds any number of organizations: %j is %s', (memberOf, fits) => {
    expect(userSchema.shape.memberOf.safeParse(memberOf).success).toBe(fits);
  });
});

describe('the calls of the shell', () => {
  const endpoints = [projects, suites, inbox].flatMap((module) =>
    Object.values(module as Record<string, unknown>).filter(isEndpoint),
  );

  it('[S-230] begin with /internal/v1, but for the lead, which goes to another server', () => {
    const others = endpoints.filter(({ path }) => !path.startsWith('/internal/v1/'));
    expect(endpoints.length).toBeGreaterThan(20);
    expect(others.map(({ path }) => path)).toEqual(['/generateParleyLead']);
  });

  it('[S-231] come with a session', () => {
    const open = endpoints.filter(({ access }) => access === 'public');
    expect(open.map(({ path }) => path)).toEqual(['/generateParleyLead']);
  });
});

function isEndpoint(value: unknown): value is { path: string; access: unknown } {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
