/** Tests the sign-in by user id, which is only available on the local machine. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { nora } from '#/lib/testing/people.ts';
import { closeDashboard, heading, hrefNow, openDashboard, pathNow } from './open-dashboard.tsx';

/** The jsdom window, which Vitest exposes. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const local = location.href;

/** Serves the dashboard from another URL. */
const serveFrom = (url: string) => jsdom.reconfigure({ url });

afterEach(async () => {
  await closeDashboard();
  serveFrom(local);
});

const path = '/signin/userID/u1';
const answers = { 'GET /internal/v1/login/token/u1': { json: { authToken: 'custom-1' } } };

describe('the sign-in by user id', () => {
  it('[A-026, A-028, A-325] signs in as that user with the code of the address', async () => {
    const { requests } = await openDashboard(`${path}#code=abc`, { user: null, answers });
    await screen.findByText('You are signed in as nora@acme.test.');
    expect(hrefNow()).toBe(path);
    expect(identity.currentUser()?.id).toBe('u1');
    const [token, signIn] = requests.filter(({ url }) => /login\/token|custom-token/.test(url));
    expect([...(token?.headers.values() ?? [])]).toContain('abc');
    expect(token?.headers.has('authorization')).toBe(false);
    expect(signIn?.body).toEqual({ token: 'custom-1' });
  });

  it.each(['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://[::1]:3000/'])(
    '[A-026, A-028] is there at %s',
    async (url) => {
      serveFrom(url);
      await openDashboard(path, { user: null, answers });
      expect(await screen.findByText('You are signed in as nora@acme.test.')).toBeDefined();
    },
  );

  it('[A-029] has a link “Go” to the test suites', async () => {
    await openDashboard(path, { user: null, answers });
    const link = await screen.findByRole('link', { name: 'Go' });
    expect(link.getAttribute('href')).toBe('/test-suites');
    fireEvent.click(link);
    await waitFor(() => expect(pathNow()).toBe('/projects'));
  });
});

describe('the sign-in by user id on another host', () => {
  beforeEach(() => serveFrom('https://dashboard.parley.test/'));

  it.each([nora, { ...nora, memberOf: [] }])(
    '[A-010, A-026, A-027] is no page for who is signed in',
    async (user) => {
      const { count } = await openDashboard(path, { user, answers });
      await waitFor(() => expect(heading()).toBe('Page Not Found'));
      expect(hrefNow()).toBe(path);
      expect(count('GET /internal/v1/login/token/u1')).toBe(0);
    },
  );

  it('[A-010, A-026, A-027] leads a visitor to /signin', async () => {
    const { count } = await openDashboard(path, { user: null, answers });
    expect(pathNow()).toBe('/signin');
    expect(count('GET /internal/v1/login/token/u1')).toBe(0);
  });

  it.each(['https://localhost.parley.test/', 'https://127.0.0.1.parley.test/'])(
    '[A-010, A-026] nor is it at %s, which only begins like the own machine',
    async (url) => {
      serveFrom(url);
      await openDashboard(path, { user: nora, answers });
      await waitFor(() => expect(heading()).toBe('Page Not Found'));
    },
  );
});
