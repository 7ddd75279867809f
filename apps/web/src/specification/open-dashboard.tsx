/**
 * Opens the whole dashboard for tests, with its real router, guards, session and screens. Only the network is fake. Tests
 * that need a layout run in a real browser (e2e/).
 */
import '#/lib/testing/missing-in-jsdom.ts';
import type { Organization, StoredSuite, User } from '@parley/contract';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { settled, signOut, startSession } from '#/lib/session/session.ts';
import { type Answer, type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { project } from '#/lib/testing/projects.ts';
import { toastStore } from '#/ui/toast.ts';
import { router } from '../router.tsx';

export const userPath = '/internal/v1/users/u1';
export const organizationPath = `${userPath}/organizations/o1`;

export const installation = {
  version: '1.0.0',
  publicUrl: 'https://parley.test',
  salesEmail: 'sales@parley.test',
  supportEmail: 'support@parley.test',
  docsUrl: 'https://docs.parley.test/',
  privacyUrl: 'https://parley.test/privacy',
  oldDashboardUrl: null,
  demoBotUrl: null,
  signInMethods: ['google', 'ibm', 'sso'],
};

export const hotline = project('p1', 'Hotline', { testSuiteCount: 1, platforms: ['webchat'] });

export const greeting: StoredSuite = {
  id: 's1',
  name: 'Greeting',
  description: '',
  projectId: 'p1',
  platform: 'webchat',
  deviceId: null,
  testCount: 1,
  lastModified: '2026-01-01T00:00:00.000Z',
  isMonitoring: false,
  monitoringConfig: null,
  version: 1,
  source: '- test: Hello\n- hello: Welcome\n',
};

interface Visit {
  /** The signed-in user; null for a visitor. */
  user?: User | null;
  organization?: Organization;
  /** Responses that override the defaults. */
  answers?: Record<string, Answer>;
}

startSession({ onAccessChanged: () => void router.invalidate() });

/** Default responses for a user who signs in. */
function answersFor(user: User, organization: Organization): Record<string, Answer> {
  const signedIn = { token: tokenFor(user, Date.now() + 3_600_000), user };
  return {
    'POST /api/auth/sign-in/email': { json: signedIn },
    'POST /api/auth/sign-up/email': { status: 201, json: signedIn },
    'POST /api/auth/custom-token': { json: signedIn },
    'GET /api/auth/token': { json: signedIn },
    'POST /api/auth/sign-out': { status: 204 },
    [`GET ${userPath}`]: { json: user },
    [`GET ${userPath}/organizations`]: {
      json: user.memberOf.map(({ id, name }) => ({ id, name })),
    },
    [`GET ${userPath}/organizations/default`]: { json: organization },
    [`GET ${organizationPath}`]: { json: organization },
    [`GET ${organizationPath}/projects`]: { json: [] },
    [`GET ${organizationPath}/projects/hierarchy`]: { json: { flatProjects: [] } },
    [`GET ${organizationPath}/projects/p1`]: { json: hotline },
    [`GET ${organizationPath}/testsuites/s1`]: { json: greeting },
    'GET /internal/v1/apps/dashboard/settings': { json: { plans: [], locales: [], voices: [] } },
    'GET /internal/v1/installation': { json: installation },
  };
}

/** Opens a path as a visitor or as a signed-in user. */
export async function openDashboard(
  path: string,
  { user = nora, organization = acme, answers = {} }: Visit = {},
): Promise<FakeNetwork> {
  vi.spyOn(console, 'warn').mockReturnValue();
  const network = fakeNetwork({ ...answersFor(user ?? nora, organization), ...answers });
  if (user) {
    await identity.signInWithPassword(user.email, 'Abcdef1!');
    await settled();
  }
  render(<RouterProvider router={router} />);
  // The page /info is public and sends no requests, so all recorded requests are those of the opened path.
  await act(() => router.navigate({ href: '/info' }));
  network.requests.length = 0;
  await visit(path);
  return network;
}

/** Navigates to another path of the dashboard. */
export async function visit(path: string): Promise<void> {
  await act(() => router.navigate({ href: path }));
}

/** Starts a navigation without waiting for its end, for tests in which it stays pending. */
export function beginVisit(path: string): void {
  void router.navigate({ href: path });
}

/** A response that never arrives. */
export const never: Answer = () => new Promise(() => {});

export async function closeDashboard(): Promise<void> {
  cleanup();
  await signOut();
  queryClient.clear();
  toastStore.setState({ toast: null });
  useAuthStore.setState({ isHeld: false, isPasswordUpdating: false });
  useOrgStore.setState({ error: null });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** Records all paths that are opened from now on, including those that redirect immediately. */
export function notePaths(): string[] {
  const paths: string[] = [];
  router.subscribe('onBeforeNavigate', ({ toLocation }) => void paths.push(toLocation.pathname));
  return paths;
}

export const pathNow = (): string => router.state.location.pathname;
export const hrefNow = (): string => router.state.location.href;

export const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;

export function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

export async function follow(name: string | RegExp): Promise<void> {
  const link = await screen.findByRole('link', { name });
  await act(async () => {
    fireEvent.click(link);
  });
}

/** Waits for a visible toast. That proves more than a call of `toast`. */
export async function findToast(title: string): Promise<HTMLElement> {
  const place = await screen.findByRole('region', { name: /^Notifications/ });
  return within(place).findByText(title);
}

/** Opens a select and returns the labels of its options. */
export async function choicesOf(label: string): Promise<(string | null)[]> {
  fireEvent.click(screen.getByRole('combobox', { name: label }));
  const options = await screen.findAllByRole('option');
  return options.map(({ textContent }) => textContent);
}

export async function choose(label: string, name: string): Promise<void> {
  await choicesOf(label);
  const option = screen.getByRole('option', { name });
  fireEvent.keyDown(option, { key: 'Enter' });
  fireEvent.click(option);
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
}

/** Stub for `window.open`: a popup in which the user signs in immediately, or fails to. */
export function signInElsewhere(email: string | null, error: string | null = null) {
  return vi.fn((address: string, _name?: string, _features?: string) => {
    const id = new URL(address, location.origin).searchParams.get('channel');
    const channel = new BroadcastChannel(`parley-sign-in:${id}`);
    setTimeout(() => {
      channel.postMessage({ error, email });
      channel.close();
    });
    return { closed: false };
  });
}

/** Labels of the breadcrumbs. */
export function trail(): (string | null)[] {
  const steps = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  return steps.getAllByRole('listitem').map(({ textContent }) => textContent);
}
