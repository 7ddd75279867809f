import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme } from '#/lib/testing/people.ts';
import { TrialBanner } from './trial-banner.tsx';

const now = Date.parse('2026-06-01T12:00:00.000Z');
const hourMs = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now });
  fakeNetwork();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(status: 'trial' | 'enabled', endDate: string | null) {
  const subscription = { status, planId: 'trial', endDate };
  useOrgStore.setState({ currentOrganization: { ...acme, subscription } });
  render(
    <QueryClientProvider client={queryClient}>
      <TrialBanner />
    </QueryClientProvider>,
  );
  return screen.queryByRole('region', { name: 'Trial' })?.textContent;
}

const inHours = (hours: number) => new Date(now + hours * hourMs).toISOString();

describe('the trial banner', () => {
  it.each([
    [14 * 24, '14 days'],
    [13 * 24 + 1, '14 days'],
    [25, '2 days'],
    [24, '1 day'],
    [1, '1 day'],
  ])('[S-089, S-091, S-092] counts %i hours as %s', (hours, days) => {
    expect(show('trial', inHours(hours))).toContain(`Your trial expires in ${days}. Subscribe now`);
  });

  it('[S-092] counts on in a tab that stays open', () => {
    expect(show('trial', inHours(25))).toContain('2 days');
    act(() => vi.advanceTimersByTime(2 * hourMs));
    expect(screen.getByRole('region', { name: 'Trial' }).textContent).toContain('1 day.');
    act(() => vi.advanceTimersByTime(24 * hourMs));
    expect(screen.queryByRole('region', { name: 'Trial' })).toBeNull();
  });

  it('[S-090] is not there for an enabled subscription', () => {
    expect(show('enabled', inHours(48))).toBeUndefined();
  });

  it('is not there without an end date, or after it', () => {
    expect(show('trial', null)).toBeUndefined();
    cleanup();
    expect(show('trial', inHours(-1))).toBeUndefined();
  });
});
