/** Emails to owners and administrators before monitoring stops, when it stops, and when it resumes. */
import type { StopReason } from '@parley/contract';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { renderMail } from '../../../platform/mail/mail-template.ts';
import type { Platform } from '../../../platform/platform.ts';
import { dayInWords } from '../../../platform/time/day-in-words.ts';
import { thoseWhoWant } from '../../identity/identity.ts';
import { listAdministrators } from '../../organizations/organizations.ts';
import { type MonitorTerms, stopInWords } from './stop-reason-of.ts';

export type StopTeller = Pick<Platform, 'mail' | 'config'>;

interface StopMail {
  subject: string;
  paragraphs: string[];
  link: { label: string; path: string };
}

/** Maximum number of test suites to name in an email; the others are counted. */
const namedMax = 10;

export function announcement(
  name: string,
  terms: MonitorTerms,
  endsAt: Date,
  suites: string[],
  edition: { sellsPlans: boolean },
): StopMail {
  const what = terms.subscriptionStatus === 'trial' ? 'trial' : 'subscription';
  return {
    subject: `Monitoring of ${name} stops on ${dayInWords(endsAt)}`,
    paragraphs: [
      `The ${what} of ${name} ends on ${timeOf(endsAt)}. From then on ${counted(suites)} no longer ${suites.length === 1 ? 'runs' : 'run'}, and no alerts are sent: ${listed(suites)}.`,
      edition.sellsPlans
        ? 'To keep monitoring, choose a plan or contact sales before then.'
        : 'To keep monitoring, ask an operator of this installation to extend it.',
    ],
    link: { label: 'Open Billing & Usage', path: '/billing' },
  };
}

export function stopMail(
  name: string,
  terms: MonitorTerms,
  { reason, since }: { reason: StopReason; since: Date },
  suites: string[],
  edition: { sellsPlans: boolean },
): StopMail {
  const { message, hint } = stopInWords(reason, terms, edition);
  return {
    subject: `Monitoring of ${name} has stopped`,
    paragraphs: [
      `${message} Since ${timeOf(since)} ${counted(suites)} no longer ${suites.length === 1 ? 'runs' : 'run'}, and no alerts are sent: ${listed(suites)}.`,
      `${hint} Monitoring then resumes by itself, and you get another email.`,
    ],
    link: { label: 'Open Billing & Usage', path: '/billing' },
  };
}

export function resumedMail(name: string, since: Date, suites: string[]): StopMail {
  return {
    subject: `Monitoring of ${name} has resumed`,
    paragraphs: [
      `${capitalized(counted(suites))} ${suites.length === 1 ? 'runs' : 'run'} on schedule again: ${listed(suites)}.`,
      `Nothing was checked since ${timeOf(since)}. Missed runs are not made up.`,
    ],
    link: { label: 'Open Monitoring', path: '/history/monitoring' },
  };
}

export function interruptionMail(
  name: string,
  { since, until }: { since: Date; until: Date },
): StopMail {
  return {
    subject: `Monitoring of ${name} was interrupted`,
    paragraphs: [
      `No worker of this installation was available from ${timeOf(since)} to ${timeOf(until)}. Nothing was checked and no alerts were sent in the meantime.`,
      'Monitoring continues automatically. One run that was missed in the last two hours is made up; earlier ones are not.',
    ],
    link: { label: 'Open Monitoring', path: '/history/monitoring' },
  };
}

/**
 * Emails owners regardless of their preferences, because otherwise nobody would notice that nothing is checked. Administrators
 * get the email only if they want emails about usage.
 */
export async function tellOwners(
  { mail, config }: StopTeller,
  scope: WorkScope,
  { link, ...content }: StopMail,
): Promise<void> {
  const people = await listAdministrators(scope);
  const emails = (isOwner: boolean) =>
    people.filter(({ role }) => (role === 'owner') === isOwner).map(({ email }) => email);
  const admins = await thoseWhoWant(scope.db, 'usage', emails(false));
  for (const to of [...emails(true), ...admins])
    await mail.queueMail(
      scope.db,
      renderMail({
        ...content,
        to,
        link: { label: link.label, address: `${config.publicUrl}${link.path}` },
        footnote:
          'You get this email because you are an owner or administrator of the organization.',
      }),
    );
}

function counted(suites: string[]): string {
  return suites.length === 1
    ? '1 monitored test suite'
    : `${suites.length.toLocaleString('en-US')} monitored test suites`;
}

function listed(suites: string[]): string {
  const others = suites.length - namedMax;
  const named = suites.slice(0, namedMax).join(', ');
  return others > 0 ? `${named} and ${others.toLocaleString('en-US')} more` : named;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timeOf(at: Date): string {
  return `${dayInWords(at)}, ${at.toISOString().slice(11, 16)} UTC`;
}
