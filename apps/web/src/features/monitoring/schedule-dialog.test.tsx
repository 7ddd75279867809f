import type { SuiteSummary } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const ofAcme = '/internal/v1/users/u1/organizations/o1';
const save = `PUT ${ofAcme}/testsuites/s1/monitoring`;

const suite = {
  id: 's1',
  name: 'Cards',
  isMonitoring: false,
  monitoringConfig: null,
} as SuiteSummary;

const preview = {
  times: [],
  timeZone: null,
  forecast: { runs: 0, interactions: 0 },
  quota: { interactions: null, used: 0 },
};

beforeEach(() => {
  queryClient.clear();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function openDialog(answer: Parameters<typeof fakeNetwork>[0]) {
  const network = fakeNetwork({
    [`GET ${ofAcme}/exclusion-calendars`]: {
      json: [{ id: 'c1', name: 'Releases', timeZone: 'UTC', windows: [], holidays: [] }],
    },
    [`POST ${ofAcme}/testsuites/s1/schedule-preview`]: { json: preview },
    ...answer,
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <ScheduleDialog suite={suite} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { network, onClose };
}

const pressSave = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('saves the schedule and whether it is followed in one request', async () => {
  const { network, onClose } = openDialog({ [save]: { json: { ...suite, isMonitoring: true } } });
  fireEvent.click(screen.getByLabelText('Run on a schedule'));
  pressSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const changes = network.requests.filter(({ method }) => method === 'PUT');
  expect(changes).toHaveLength(1);
  expect(changes[0]?.body).toEqual({
    isMonitoring: true,
    monitoringConfig: {
      everyMinutes: 60,
      calendarIds: [],
      retries: 0,
      alertWhen: { failures: 1, of: 1 },
    },
  });
});

it.each([
  ['S-228', 'enabled', 'startup', true, true],
  ['S-228, S-229', 'trial', 'trial', false, true],
  ['S-228, S-229', 'disabled', null, false, true],
  ['S-229', 'enabled', 'enterprise', false, false],
] as const)(
  '[%s] offers to a subscription that is %s, of the plan %j, what it has',
  async (_, status, planId, isLackingMonitoring, isLackingCustom) => {
    const subscription = { status, planId, endDate: null };
    useOrgStore.setState({ currentOrganization: { ...acme, subscription } });
    openDialog({});
    const isOn = screen.getByLabelText<HTMLInputElement>('Run on a schedule');
    expect(isOn.disabled).toBe(isLackingMonitoring);
    fireEvent.click(screen.getByRole('radio', { name: 'Custom' }));
    const saves = screen.getByRole('button', { name: 'Save' });
    await waitFor(() =>
      expect(saves.getAttribute('aria-disabled')).toBe(isLackingCustom ? 'true' : null),
    );
  },
);

const refused = (path: string, message: string) => ({
  status: 422,
  json: { error: { code: 'schedule_invalid', message, problems: [{ path, message }] } },
});

it('says of a refused calendar what is wrong, beside the calendars, until it is changed', async () => {
  const problem = 'At most 10 calendars.';
  const { onClose } = openDialog({ [save]: refused('monitoringConfig.calendarIds', problem) });
  const calendars = await screen.findByRole('group', { name: 'Exclusion calendars' });
  pressSave();
  await waitFor(() => expect(calendars.textContent).toContain(problem));
  expect(calendars.getAttribute('aria-describedby')).toBe(
    screen.getByText(problem).getAttribute('id'),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText('Releases'));
  expect(screen.queryByText(problem)).toBeNull();
});

it('says above the form what is about none of its fields', async () => {
  const message = 'Your plan holds 10 monitored tests.';
  openDialog({ [save]: { status: 403, json: { error: { code: 'quota_reached', message } } } });
  pressSave();
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});
