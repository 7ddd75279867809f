/** Organizations, their members and invitations. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assignableRole, email, id, name, role, text, timestamp } from './fields.ts';
import { onboardingDataSchema } from './identity.ts';

const base = '/internal/v1/users/{userId}/organizations';
const openBase = '/internal/v1/organizations';

export const subscriptionSchema = z.object({
  status: z.enum(['trial', 'enabled', 'disabled', 'trialEnded']),
  planId: z.nullable(z.string()),
  endDate: z.nullable(timestamp),
});

export type Subscription = z.output<typeof subscriptionSchema>;

export const memberSchema = z.object({
  id,
  name: z.string(),
  email,
  role,
  addedDate: timestamp,
  lastActive: z.nullable(timestamp),
});

export type Member = z.output<typeof memberSchema>;

export const invitationSchema = z.object({
  id,
  email,
  role: assignableRole,
  creationDate: timestamp,
});

export type Invitation = z.output<typeof invitationSchema>;

export const organizationSchema = z.object({
  id,
  name: z.string(),
  apiURL: z.nullable(z.string()),
  subscription: z.nullable(subscriptionSchema),
  creationDate: timestamp,
  requiresActivation: z.boolean(),
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
});

export type Organization = z.output<typeof organizationSchema>;

/**
 * `id` and `email` are part of the specified call, but the server takes both from the session. The exception is the first
 * organization of an IBM customer, where `email` replaces the address from IBM. `name` is the user's name,
 * `onboardingData.organizationName` that of the organization.
 */
export const createOrganizationInput = z.object({
  id: z.optional(text(512)),
  email: z.optional(email),
  name,
  jobTitle: z.optional(text(120)),
  surveyCompleted: z.optional(z.boolean()),
  onboardingData: z.extend(onboardingDataSchema, {
    organizationName: name,
    ibm: z.optional(z.object({ instanceId: text(512), isNewUser: z.boolean() })),
  }),
});

export const listOrganizations = endpoint({
  method: 'GET',
  path: base,
  summary: 'List your organizations by name',
  access: 'session',
  response: z.array(z.object({ id, name: z.string() })),
});

export const createOrganization = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create an organization and become its owner',
  access: 'session',
  body: createOrganizationInput,
  response: organizationSchema,
  status: 201,
  errors: [
    'not_allowed',
    'other_sign_in_needed',
    'auth/company-email-needed',
    'auth/invalid-email',
    'auth/email-already-in-use',
  ],
  idempotent: true,
});

export const getOrganization = endpoint({
  method: 'GET',
  path: `${base}/{orgId}`,
  summary:
    'One organization with its members and pending invitations; `default` is the last current one',
  access: { organization: 'organization.read' },
  response: organizationSchema,
});

export const updateOrganization = endpoint({
  method: 'PUT',
  path: `${base}/{orgId}`,
  summary: 'Rename an organization',
  access: { organization: 'organization.manage' },
  body: z.object({ name }),
  response: organizationSchema,
  changes: 'organization',
});

/** Current counts, and usage since the first day of the month (UTC). */
export const usageSchema = z.object({
  periodStart: timestamp,
  members: z.number(),
  invitations: z.number(),
  projects: z.number(),
  testSuites: z.number(),
  testRuns: z.number(),
  interactions: z.number(),
  /** The total seconds of calls, rounded up to whole minutes. */
  callMinutes: z.number(),
  devices: z.number(),
  monitoredTests: z.number(),
});

export type Usage = z.output<typeof usageSchema>;

export const getUsage = endpoint({
  method: 'GET',
  path: `${base}/{orgId}/usage`,
  summary: 'Get the contents of an organization and its usage in this month',
  access: { organization: 'organization.read' },
  response: usageSchema,
});

/** Token of the verification email, for visitors who open its page. Signed-in users do not need it. */
const verificationToken = z.optional(z.string().check(z.maxLength(1024)));

export const activateOrganization = endpoint({
  method: 'POST',
  path: `${base}/{orgId}/activate`,
  summary: 'Activate an organization after its owner has verified their email address',
  access: 'optional',
  body: z.optional(z.object({ token: verificationToken })),
  response: 'nothing',
  errors: ['invalid_token', 'conflict', 'other_sign_in_needed'],
  limitPerMinute: 30,
});

/**
 * Organizations whose owner has an address at the same domain; empty for domains of free email providers. Signed-in users
 * with an address at the domain see the names of these organizations, except their own. Anyone else only learns whether there
 * is an active or an inactive one.
 */
export const listOrganizationsOfDomain = endpoint({
  method: 'GET',
  path: `${openBase}/domain`,
  summary: 'List the organizations at the domain of an email address',
  access: 'optional',
  query: z.object({ email, token: verificationToken }),
  response: z.array(
    z.object({ id: z.optional(id), name: z.optional(z.string()), active: z.boolean() }),
  ),
  limitPerMinute: 30,
});

export const changeMemberRole = endpoint({
  method: 'PUT',
  path: `${base}/{orgId}/members/{memberId}`,
  summary: 'Change a member’s role',
  access: { organization: 'members.manage' },
  body: z.object({ role: assignableRole }),
  response: memberSchema,
  errors: ['last_owner'],
  changes: 'organization',
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: `${base}/{orgId}/members/{memberId}`,
  summary: 'Remove a member',
  access: { organization: 'members.manage' },
  query: z.object({
    /** Deletes the alert channels that the member added. By default they stay. */
    alertChannels: z.optional(z.literal('delete')),
  }),
  response: 'nothing',
  errors: ['last_owner'],
  changes: 'organization',
});

export const invite = endpoint({
  method: 'POST',
  path: `${base}/{orgId}/invitations`,
  summary: 'Invite a person by email; an address with a pending invitation gets the email again',
  access: { organization: 'members.manage' },
  body: z.object({ email, role: assignableRole }),
  response: invitationSchema,
  status: 201,
  errors: ['conflict'],
  limitPerMinute: 60,
  changes: 'organization',
  idempotent: true,
});

export const resendInvitation = endpoint({
  method: 'PUT',
  path: `${base}/{orgId}/invitations/{invitationId}`,
  summary: 'Send an invitation again with a new link',
  access: { organization: 'members.manage' },
  response: invitationSchema,
  limitPerMinute: 60,
  changes: 'organization',
});

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: `${base}/{orgId}/invitations/{invitationId}`,
  summary: 'Withdraw an invitation',
  access: { organization: 'members.manage' },
  response: 'nothing',
  changes: 'organization',
});

export const invitationTokenLengthMax = 256;

const invitationToken = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(invitationTokenLengthMax)),
});

/** A wrong link or address gets the same error as a withdrawn, used or expired invitation. */
export const getInvitationDetails = endpoint({
  method: 'GET',
  path: `${openBase}/{orgId}/invitations/{email}`,
  summary: 'Get the invitation of a link',
  access: 'public',
  query: invitationToken,
  response: z.object({ organizationName: z.string(), hasAuthUser: z.boolean() }),
  limitPerMinute: 30,
});

/** Takes the form fields of new users. Organization and role come from the invitation. */
export const acceptInvitation = endpoint({
  method: 'PUT',
  path: `${openBase}/{orgId}/invitations/{email}`,
  summary: 'Accept an invitation to an organization',
  access: 'session',
  query: invitationToken,
  body: z.optional(
    z.object({
      fullName: z.optional(name),
      jobTitle: z.optional(text(120)),
      newsletter: z.optional(z.boolean()),
    }),
  ),
  response: z.object({ accepted: z.literal(true) }),
  errors: ['other_sign_in_needed', 'not_allowed'],
  limitPerMinute: 30,
  changes: 'organization',
});
