/** Converts the answers of the profile page into an organization and a lead. */
import {
  type BodyInput,
  inbox,
  organizations as organizationEndpoints,
  type User,
} from '@parley/contract';
import { ApiRequestError, call } from '#/lib/api.ts';
import { isIdentityCode } from '#/lib/identity/identity.ts';
import { AccessError, messageForCode } from '#/lib/identity/messages.ts';
import { installationQuery } from '#/lib/installation.ts';
import { queryClient } from '#/lib/query-client.ts';
import { type IbmOrigin, useAuthStore } from '#/lib/session/auth-store.ts';
import { loadSession, reloadUser } from '#/lib/session/session.ts';
import { otherJobTitle } from '../job-titles.ts';
import { requireCorporateEmail } from '../sign-up/corporate-email.ts';

export interface OnboardingAnswers {
  fullName: string;
  companyName: string;
  jobTitle: string;
  otherJobTitle: string;
  /** Only IBM customers are asked for an email; empty for everyone else. */
  email: string;
}

type NewOrganization = BodyInput<typeof organizationEndpoints.createOrganization>;
type Lead = BodyInput<typeof inbox.generateLead>;

/** IBM instance of a customer, as stored by the server or this browser; null for other users. */
export function ibmOriginOf(user: User | null, stored: IbmOrigin | null): IbmOrigin | null {
  return user?.onboardingData.ibm ?? stored;
}

export function newOrganization(
  answers: OnboardingAnswers,
  user: Pick<User, 'id' | 'email'>,
  ibm: IbmOrigin | null,
): NewOrganization {
  return {
    id: user.id,
    email: answers.email.trim() || user.email,
    name: answers.fullName.trim(),
    jobTitle: (answers.jobTitle === otherJobTitle
      ? answers.otherJobTitle
      : answers.jobTitle
    ).trim(),
    surveyCompleted: true,
    onboardingData: {
      organizationName: answers.companyName.trim(),
      ...(ibm && { ibm }),
    },
  };
}

export function newLead(answers: OnboardingAnswers, email: string): Lead {
  const [firstNameCTA = '', ...rest] = answers.fullName.trim().split(/\s+/);
  return {
    firstNameCTA,
    lastNameCTA: rest.join(' '),
    emailNameCTA: answers.email.trim() || email,
    companyCTA: answers.companyName.trim(),
    page: 'onboarding',
    providers: [],
    request: 'trial',
  };
}

/**
 * Creates the organization and reloads the session, which causes a redirect. The lead is sent in the background; its failure
 * is only logged.
 */
export async function completeOnboarding(answers: OnboardingAnswers): Promise<void> {
  const { user, ibm: stored } = useAuthStore.getState();
  if (!user) throw new Error('No authenticated user found');
  const ibm = ibmOriginOf(user, stored);
  if (ibm) await requireCorporateEmail(answers.email, 'Please use your company email address');
  await found(user.id, newOrganization(answers, user, ibm));
  sendLead(newLead(answers, user.email)).catch((error: unknown) => {
    console.warn('Failed to generate lead', error);
  });
  await loadSession();
}

/** Sends the lead to the utilities server. By default that is the dashboard's own server. */
async function sendLead(body: Lead): Promise<void> {
  const { utilitiesUrl } = await queryClient.fetchQuery(installationQuery);
  await call(inbox.generateLead, { body, base: utilitiesUrl ?? '' });
}

/**
 * Creates the organization. After a failure it may exist anyway, because only the response was lost or another tab was
 * faster.
 */
async function found(userId: string, body: NewOrganization): Promise<void> {
  try {
    await call(organizationEndpoints.createOrganization, { params: { userId }, body });
  } catch (error) {
    const hasOrganization = await reloadUser().then(
      ({ memberOf }) => memberOf.length > 0,
      () => false,
    );
    if (!hasOrganization) throw inWords(error);
  }
}

/** Replaces the error codes for an IBM customer's email with readable messages. */
function inWords(error: unknown): unknown {
  const code = error instanceof ApiRequestError ? error.code : undefined;
  return isIdentityCode(code) ? new AccessError(messageForCode(code), { cause: error }) : error;
}
