/** Tests of the real router, its guards and its pages. */
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { router } from './router.tsx';

/** Stubs for browser features that charts and lists need on import. */
vi.hoisted(() => {
  const query = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  class ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(globalThis, { matchMedia: () => query, scrollTo: () => {}, ResizeObserver });
});

beforeEach(() => {
  fakeNetwork();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  useAuthStore.setState({ user: nora, isChecked: true });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  useAuthStore.setState({ user: null, isChecked: false, isLoading: false, isHeld: false });
  useOrgStore.setState({ currentOrganization: null, isLoading: false });
});

const fullWidthPages = [
  '/projects',
  '/projects/p1',
  '/test-suite/s1',
  '/explore',
  '/devices',
  '/load',
  '/history',
  '/error-test',
];

/** Expects the loader to be the only content, and to stay. */
async function expectLoader(): Promise<void> {
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Loading...'));
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByRole('status').textContent).toContain('Loading...');
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
}

/** Makes the page at a path throw while it renders. */
function breakPage(path: string): void {
  const { routeId } = router.matchRoutes(router.buildLocation({ to: path })).at(-1) ?? {};
  expect(routeId).toMatch(/^\/_protected\/_full\//);
  const { options } = router.routesById[routeId as keyof typeof router.routesById];
  Reflect.set(options, 'component', () => {
    throw new Error(`${path} broke`);
  });
}

it('[A-054] where a full-width page breaks, the fallback takes its place and the shell stays', async () => {
  render(<RouterProvider router={router} />);
  for (const path of fullWidthPages) {
    breakPage(path);
    await router.navigate({ href: path });
    await screen.findByText(`${path} broke`);
    const fallback = screen.getByRole('alert', { name: 'Something went wrong' });
    expect(within(fallback).getByText(`${path} broke`)).toBeDefined();
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBeDefined();
  }
});

describe('[A-045] while a check is pending', () => {
  it.each([
    ['who is there', () => useAuthStore.setState({ isChecked: false })],
    ['the user', () => useAuthStore.setState({ isLoading: true })],
    ['a sign-in', () => useAuthStore.setState({ isHeld: true })],
    ['the organization', () => useOrgStore.setState({ isLoading: true })],
  ])('for %s, a loading screen is shown, no page and no redirect', async (_, begin) => {
    render(<RouterProvider router={router} />);
    await router.navigate({ href: '/info' });
    begin();
    // The data so far would redirect somewhere else.
    useOrgStore.setState({ currentOrganization: null });
    const opening = router.navigate({ href: '/organization' });
    await expectLoader();
    expect(router.state.location.pathname).toBe('/organization');
    useOrgStore.setState({ currentOrganization: acme, isLoading: false });
    useAuthStore.setState({ isChecked: true, isLoading: false, isHeld: false });
    await opening;
    await screen.findByRole('heading', { level: 1, name: 'Organization Management' });
  });
});

describe('/activation', () => {
  /** Returns all paths from the opened one to the final one. */
  async function wayFrom(path: string, begin = () => {}): Promise<string[]> {
    render(<RouterProvider router={router} />);
    await router.navigate({ href: '/info' });
    begin();
    const way: string[] = [];
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      way.push(toLocation.pathname);
    });
    await router.navigate({ href: path });
    stop();
    return way;
  }

  it('[A-039] stands before the protected checks: whoever waits for activation stays, also without a subscription', async () => {
    const waiting = { ...acme, requiresActivation: true, subscription: null };
    useOrgStore.setState({ currentOrganization: waiting });
    expect(await wayFrom('/activation')).toEqual(['/activation']);
    expect(router.state.location.pathname).toBe('/activation');
  });

  it('[A-127] leads whoever is ready to the suites, which lead on', async () => {
    expect(await wayFrom('/activation')).toEqual(['/activation', '/test-suites', '/projects']);
  });

  it('[A-125] shows a loader while the user is read, and then the verification', async () => {
    const way = wayFrom('/activation', () => useAuthStore.setState({ isLoading: true }));
    await expectLoader();
    useAuthStore.setState({ user: { ...nora, verified: false }, isLoading: false });
    expect(await way).toEqual(['/activation']);
    await screen.findByRole('heading', { name: 'Your account is being activated' });
    expect(screen.queryByText(/Loading\.\.\./)).toBeNull();
  });

  it('[A-124, A-125] shows a loader until it is known that nobody is there, and leads straight to the sign-in', async () => {
    const way = wayFrom('/activation', () => {
      useAuthStore.setState({ user: null, isChecked: false });
      useOrgStore.setState({ currentOrganization: null });
    });
    await expectLoader();
    useAuthStore.setState({ isChecked: true });
    expect(await way).toEqual(['/activation', '/signin']);
  });
});
