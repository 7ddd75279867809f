/** A user and an organization for tests, and tokens for users. */
import type { Organization, User } from '@parley/contract';

export const nora: User = {
  id: 'u1',
  email: 'nora@acme.test',
  name: 'Nora Lind',
  avatar: null,
  verified: true,
  hasUnprovenEmail: false,
  memberOf: [{ id: 'o1', name: 'Acme', role: 'owner' }],
  createdAt: '2026-01-01T00:00:00.000Z',
  jobTitle: null,
  surveyCompleted: true,
  onboardingData: {},
  json: {},
  loadTestingEnabled: false,
  exploratoryTestingEnabled: false,
  mayCreateOrganizations: false,
  isOperator: false,
  providerOrganizationId: null,
};

export const acme: Organization = {
  id: 'o1',
  name: 'Acme',
  apiURL: null,
  subscription: { status: 'trial', planId: 'trial', endDate: '2027-01-01T00:00:00.000Z' },
  creationDate: '2026-01-01T00:00:00.000Z',
  requiresActivation: false,
  members: [],
  invitations: [],
};

/** Creates an unsigned token for a user that expires at the given time. */
export function tokenFor({ id, email }: Pick<User, 'id' | 'email'>, expiresAt: number): string {
  const payload = btoa(JSON.stringify({ sub: id, email, exp: Math.floor(expiresAt / 1000) }));
  return `header.${payload}.signature`;
}
