/** Emails of this module. Their links always start with the configured address, never with one from a request's headers. */

import type { CountedMail, MailMessage } from '../../../platform/mail/mail.ts';
import { renderMail } from '../../../platform/mail/mail-template.ts';
import { mailboxOf } from './mailbox-of.ts';

export function resetPasswordMail(publicUrl: string, to: string, token: string): CountedMail {
  const message = renderMail({
    to,
    subject: 'Reset your Parley password',
    paragraphs: ['We received a request to reset the password of your Parley account.'],
    link: {
      label: 'Set a new password',
      address: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
    footnote:
      'The link can be used once and expires in one hour. If you did not request it, you can ignore this email.',
  });
  return { ...message, kind: 'password-reset', mailbox: mailboxOf(to) };
}

export function verificationMail(publicUrl: string, to: string, token: string): CountedMail {
  const message = renderMail({
    to,
    subject: 'Verify your email address for Parley',
    paragraphs: ['Verify that this address is yours to finish setting up your account.'],
    link: {
      label: 'Verify my email address',
      address: `${publicUrl}/verify?token=${encodeURIComponent(token)}`,
    },
    footnote:
      'The link expires in 24 hours. If you did not enter this address in Parley, do not open it.',
  });
  return { ...message, kind: 'verification', mailbox: mailboxOf(to) };
}

export interface SingleSignOnChange {
  action: 'sign-on.set' | 'sign-on.proven' | 'sign-on.deleted';
  /** Name of the organization. */
  name: string;
  domain: string;
  /** Email address of the owner who made the change. */
  by: string;
  /** True if sessions that the previous provider started were ended. */
  isReplaced?: boolean;
}

const changesInWords: Record<SingleSignOnChange['action'], [subject: string, text: string]> = {
  'sign-on.set': ['was changed', 'changed the identity provider, the name or the email domain'],
  'sign-on.proven': [
    'is on',
    'verified the email domain, and its identity provider can now sign people in',
  ],
  'sign-on.deleted': ['was removed', 'removed the identity provider'],
};

const sessionsEnded =
  'Everyone who signed in with the previous settings has been signed out. Other sessions, such as those started with a password, and API keys stay valid.';

/** Creates the email to an owner about a change. The owner who made the change gets one, too. */
export function singleSignOnMail(
  publicUrl: string,
  to: string,
  change: SingleSignOnChange,
): MailMessage {
  const { action, name, domain, by, isReplaced = false } = change;
  const [subject, text] = changesInWords[action];
  return renderMail({
    to,
    subject: `Single sign-on of ${name} ${subject}`,
    paragraphs: [
      `${by} ${text}. The email domain is ${domain}.`,
      ...(isReplaced ? [sessionsEnded] : []),
      'An identity provider signs people of that domain in to this organization. If you did not expect this change, check the settings and the audit log now.',
    ],
    link: { label: 'Open Organization Management', address: `${publicUrl}/organization` },
    footnote: 'You get this email because you are an owner of the organization.',
  });
}
