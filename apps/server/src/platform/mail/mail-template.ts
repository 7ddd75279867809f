/** Template of all emails: a few paragraphs and a link, as HTML and as plain text. */
import { escapeHtml } from '../exports/escape-html.ts';
import type { MailMessage } from './mail.ts';
import { mailWords } from './mail-words.ts';

export interface MailContent {
  to: string;
  subject: string;
  /**
   * Plain text. It may contain names that people entered, so web addresses are removed, and control characters become spaces.
   */
  paragraphs: string[];
  link: { label: string; address: string };
  /** Link for the other answer if the email asks a question. */
  secondLink?: { label: string; address: string };
  /** Why the recipient got this email, and what to do if it was not meant for them. */
  footnote: string;
  /** Unsubscribe address of optional emails. */
  unsubscribeUrl?: string;
}

export function renderMail(content: MailContent): MailMessage {
  const { to, link, unsubscribeUrl } = content;
  const worded: MailContent = {
    ...content,
    subject: mailWords(content.subject),
    paragraphs: content.paragraphs.map(mailWords),
    footnote: mailWords(content.footnote),
  };
  return {
    to,
    subject: worded.subject,
    html: asHtml(worded),
    text: asText(worded),
    link: link.address,
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
}

function asText({ paragraphs, link, secondLink, footnote, unsubscribeUrl }: MailContent): string {
  const links = secondLink ? [link, secondLink] : [link];
  const parts = [
    ...paragraphs,
    ...links.map(({ label, address }) => `${label}:\n${address}`),
    footnote,
  ];
  if (unsubscribeUrl) parts.push(`Unsubscribe:\n${unsubscribeUrl}`);
  return `${parts.join('\n\n')}\n`;
}

/** Uses tables and inline styles, which all email programs support. */
function asHtml({
  subject,
  paragraphs,
  link,
  secondLink,
  footnote,
  unsubscribeUrl,
}: MailContent): string {
  const unsubscribe = unsubscribeUrl
    ? ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:#5f6570">Unsubscribe</a>`
    : '';
  const second = secondLink
    ? ` &nbsp; <a href="${escapeHtml(secondLink.address)}" style="color:#2b4fd8">${escapeHtml(secondLink.label)}</a>`
    : '';
  const text = 'margin:0 0 16px;font:15px/1.5 system-ui,sans-serif;color:#1c1e21';
  const button =
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#2b4fd8;color:#ffffff;font:600 15px/1.4 system-ui,sans-serif;text-decoration:none';
  const small = 'margin:24px 0 0;font:13px/1.5 system-ui,sans-serif;color:#5f6570';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7">
<table role="presentation" align="center" width="100%" style="max-width:520px;background:#ffffff;border-radius:10px">
<tr><td style="padding:32px">
${paragraphs.map((paragraph) => `<p style="${text}">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(link.address)}" style="${button}">${escapeHtml(link.label)}</a>${second}</p>
<p style="${small}">${escapeHtml(footnote)}${unsubscribe}</p>
</td></tr>
</table>
</body>
</html>
`;
}
