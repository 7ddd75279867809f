/** The mails of this module. Links always start with the configured address, never with a header. */
import { writeLetter } from '../../platform/letter.ts';
import type { CountedMail } from '../../platform/mail.ts';

/** Of each kind and to each address; further ones are not sent, and nobody is told. */
export const mailsPerHourMax = 3;

export function resetPasswordMail(publicUrl: string, to: string, token: string): CountedMail {
  const letter = writeLetter({
    to,
    subject: 'Reset your Parley password',
    paragraphs: ['Somebody, hopefully you, asked to set a new password for your Parley account.'],
    link: {
      label: 'Set a new password',
      address: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
    footnote: 'The link works once and for one hour. If it was not you, there is nothing to do.',
  });
  return { ...letter, kind: 'password-reset' };
}

export function verificationMail(publicUrl: string, to: string, token: string): CountedMail {
  const letter = writeLetter({
    to,
    subject: 'Verify your email address for Parley',
    paragraphs: ['One step is left: show that this mailbox is yours.'],
    link: {
      label: 'Verify my email address',
      address: `${publicUrl}/verify?token=${encodeURIComponent(token)}`,
    },
    footnote:
      'The link works for 24 hours. If you did not enter this address at Parley, do not open it.',
  });
  return { ...letter, kind: 'verification' };
}
