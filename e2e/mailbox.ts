import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParleyServer } from './server.ts';

const mailDeadlineMs = 15_000;

/** Mails about runs are written once a minute. */
const resultDeadlineMs = 90_000;

/**
 * The link of the newest mail to an address, as soon as it is there. Without an SMTP server each mail is
 * told in the log with its first link. `page` is the path that the link leads to.
 */
export async function linkMailedTo(
  server: ParleyServer,
  address: string,
  page: '/alert-recipient' | '/invitation' | '/reset-password' | '/verify',
): Promise<URL> {
  const deadline = Date.now() + mailDeadlineMs;
  while (Date.now() < deadline) {
    const line = server
      .output()
      .split('\n')
      .findLast((text) => text.includes(`${page}?`) && text.includes(`"to":"${address}"`));
    if (line) return new URL((JSON.parse(line) as { link: string }).link);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(
    `No mail with a link to ${page} for ${address} within ${mailDeadlineMs / 1000} s.`,
  );
}

/** Where the newest mail to an address that can be done without is switched off, from its header. */
export async function unsubscribeLinkTo(server: ParleyServer, address: string): Promise<string> {
  const folder = join(server.dataFolder, 'mail');
  const deadline = Date.now() + resultDeadlineMs;
  while (Date.now() < deadline) {
    for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
      const mail = (await readFile(join(folder, name), 'utf8')).replaceAll(/\r\n[ \t]+/g, ' ');
      const link = /^List-Unsubscribe: <([^>]+)>/im.exec(mail)?.[1];
      if (link && mail.includes(`To: ${address}`)) return link.replaceAll(' ', '');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No mail with a way to unsubscribe for ${address}.`);
}
