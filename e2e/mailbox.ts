import type { ParleyServer } from './server.ts';

const mailDeadlineMs = 15_000;

/**
 * The link of the newest mail to an address, as soon as it is there. Without an SMTP server each mail is
 * told in the log with its first link. `page` is the path that the link leads to.
 */
export async function linkMailedTo(
  server: ParleyServer,
  address: string,
  page: '/invitation' | '/reset-password' | '/verify',
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
