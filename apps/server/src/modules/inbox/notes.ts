/** Emails to the operator. Text that people wrote is included as plain text only. */
import type { Body, inbox } from '@parley/contract';
import { escapeHtml } from '../../platform/exports/escape-html.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

type Feedback = Omit<Body<typeof inbox.sendFeedback>, 'timestamp'>;
type Lead = Body<typeof inbox.generateLead>;

export function feedbackNote(to: string, sent: Feedback): MailMessage {
  const lines = [`From: ${sent.userName} <${sent.email}>`, `Page: ${sent.path}`, '', sent.feedback];
  return note(to, 'Feedback about Parley', lines);
}

export function leadNote(to: string, lead: Lead): MailMessage {
  return note(to, 'A new customer of Parley', [
    `Name: ${lead.firstNameCTA} ${lead.lastNameCTA}`,
    `Email: ${lead.emailNameCTA}`,
    `Company: ${lead.companyCTA}`,
    `Page: ${lead.page}`,
    `Providers: ${lead.providers.join(', ') || 'none'}`,
    `Request: ${lead.request}`,
  ]);
}

function note(to: string, subject: string, lines: string[]): MailMessage {
  const text = `${lines.join('\n')}\n`;
  const html = `<!doctype html><pre style="font:14px/1.5 system-ui,sans-serif;white-space:pre-wrap">${escapeHtml(text)}</pre>`;
  return { to, subject, html, text };
}
