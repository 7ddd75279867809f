import { test } from '../fixtures.ts';
import { identityPortHolds } from '../identity-port.ts';
import { linkMailedTo } from '../mailbox.ts';
import { startParley } from '../server.ts';

test.use({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ PARLEY_LOCAL_SIGNIN: 'on' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

identityPortHolds('accounts that Parley keeps itself do all that the dashboard needs', {
  wrongPassword: /Password is incorrect\./,
  resetToken: async (server, email) => {
    const link = await linkMailedTo(server, email, '/reset-password');
    return link.searchParams.get('token') ?? '';
  },
});
