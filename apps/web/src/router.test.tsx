/** The real router, its guards and its pages. */
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { router } from './router.tsx';

/** Charts and lists ask for these as soon as they are imported. */
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
  useAuthStore.setState({ user: null, isChecked: false });
  useOrgStore.setState({ currentOrganization: null });
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

/** Lets the page at an address throw while it is drawn. */
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

describe('/activation', () => {
  /** Every address on the way from the one that is opened to the one where somebody ends up. */
  async function wayFrom(path: string): Promise<string[]> {
    render(<RouterProvider router={router} />);
    await router.navigate({ href: '/info' });
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

  it('[A-124, A-125] shows a loader until it is known that nobody is there, and leads straight to the sign-in', async () => {
    useAuthStore.setState({ user: null, isChecked: false });
    useOrgStore.setState({ currentOrganization: null });
    const way = wayFrom('/activation');
    expect((await screen.findByRole('status')).textContent).toContain('Loading...');
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByRole('status').textContent).toContain('Loading...');
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    useAuthStore.setState({ isChecked: true });
    expect(await way).toEqual(['/activation', '/signin']);
  });
});
