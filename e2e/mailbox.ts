import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParleyServer } from './server.ts';

const mailDeadlineMs = 15_000;

/** Deadline in milliseconds; emails about runs are written only once a minute. */
const resultDeadlineMs = 90_000;

/**
 * Returns the link in the newest email to an address, as soon as it arrives. Without an SMTP server, each email is written to
 * the log with its first link. `page` is the path of the link.
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

/** Returns the unsubscribe link from the header of the newest email to an address that has one. */
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
