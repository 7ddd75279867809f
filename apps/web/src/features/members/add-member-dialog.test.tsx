import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { toastStore } from '#/ui/toast.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';

const message = 'Please enter a valid email address';
const organization = 'GET /internal/v1/users/u1/organizations/o1';
const invite = 'POST /internal/v1/users/u1/organizations/o1/invitations';
const resend = 'PUT /internal/v1/users/u1/organizations/o1/invitations';
const creationDate = '2026-01-01T00:00:00.000Z';
const invitations = [
  { id: 'i1', email: 'ivan@acme.test', role: 'member' as const, creationDate },
  { id: 'i2', email: 'ada@acme.test', role: 'admin' as const, creationDate },
];
const max = {
  id: 'm1',
  name: 'Max Frisch',
  email: 'max@acme.test',
  role: 'member' as const,
  addedDate: creationDate,
  lastActive: null,
};

let network: FakeNetwork;
let show: (shown: ReactNode) => void;
const onClose = vi.fn();
const dialog = (isOpen: boolean) => (
  <AddMemberDialog isOpen={isOpen} onClose={onClose} members={[max]} invitations={invitations} />
);

beforeEach(() => {
  vi.useFakeTimers();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  toastStore.setState({ toast: null });
  network = fakeNetwork({
    [organization]: { json: acme },
    [invite]: { json: {} },
    [`${resend}/i1`]: { json: {} },
    [`${resend}/i2`]: { json: {} },
  });
  onClose.mockClear();
  show = render(dialog(true)).rerender;
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const field = () => screen.getByLabelText('Email address');
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Invitation' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const describedBy = (described: HTMLElement) =>
  document.getElementById(described.getAttribute('aria-describedby') ?? '')?.textContent;

describe('the dialog for a new member', () => {
  it('[A-383, S-118] is 475 px wide where there is room', () => {
    expect(screen.getByRole('dialog').style.maxWidth).toBe('475px');
  });

  it('[S-123, S-124] explains what happens, and how several are invited', () => {
    const dialog = screen.getByRole('dialog', { name: 'Add New Member' });
    expect(dialog.textContent).toMatch(/receives an email/);
    expect(describedBy(dialog)).toBe(
      'The invitee receives an email with a link to join. To add several members, invite them one at a time.',
    );
  });

  it('[S-119, S-121, S-212] starts with an empty address, which cannot be sent', () => {
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('');
    expect(screen.queryByText(/^Please/)).toBeNull();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Invitation' });
    expect(button.disabled).toBe(true);
    type('new@acme.test');
    wait(300);
    expect(button.disabled).toBe(false);
  });

  it('[S-219, S-221] invites as a member unless another of the two roles is chosen', async () => {
    type('new@acme.test');
    wait(300);
    fireEvent.click(role());
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toEqual(['Administrator', 'Member']);
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await submit();
    const sent = network.requests.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ email: 'new@acme.test', role: 'member' });
  });

  it('[S-120, S-219] offers the role of a member first, and describes the chosen one', async () => {
    expect(role().textContent).toBe('Member');
    expect(screen.getByText('Standard access to testing features.')).toBeTruthy();
    await choose('Administrator');
    expect(screen.queryByText('Standard access to testing features.')).toBeNull();
    expect(screen.getByText(/^Full access to manage organization settings/)).toBeTruthy();
  });

  it('[S-122] says that it is being sent while it is', async () => {
    network.answer(invite, () => new Promise(() => {}));
    type('new@acme.test');
    wait(300);
    await submit();
    expect(screen.getByRole('button', { name: 'Sending Invitation...' })).toBeTruthy();
  });

  it('[S-211] judges an address after a pause of 300 ms', () => {
    type('abc');
    wait(299);
    expect(screen.queryByText(message)).toBeNull();
    type('abcd');
    wait(299);
    expect(screen.queryByText(message)).toBeNull();
    wait(1);
    expect(screen.getByText(message)).toBeTruthy();
  });

  it.each([
    ['S-213', 'a@b.test;c@d.test', 'Please enter only one email address', false],
    ['S-214', ' a@b.test', 'Please enter a single valid email address without spaces', false],
    ['S-214', 'a@b.test ', 'Please enter a single valid email address without spaces', false],
    ['S-215', 'a@b', message, false],
    ['S-216', 'Max@acme.test', 'This user is already a member of the organization', false],
    [
      'S-217',
      'Ivan@acme.test',
      'This email has a pending invitation. Submitting will resend the invitation.',
      true,
    ],
  ])('[%s] says of "%s" as it was typed: %s', (_, typed, text, isValid) => {
    type(typed);
    wait(300);
    expect(describedBy(field())).toBe(text);
    expect(field().getAttribute('aria-invalid')).toBe(isValid ? null : 'true');
    expect(send().disabled).toBe(!isValid);
  });

  it('cannot be sent while the pause lasts', () => {
    type('new@acme.test');
    wait(300);
    expect(send().disabled).toBe(false);
    type('new@acme.test,');
    expect(send().disabled).toBe(true);
  });

  const role = () => screen.getByRole('combobox', { name: 'Role' });

  async function choose(name: string) {
    fireEvent.click(role());
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const option = screen.getByRole('option', { name });
    fireEvent.keyDown(option, { key: 'Enter' });
    fireEvent.click(option);
    await act(() => vi.advanceTimersByTimeAsync(1000));
  }

  async function submit() {
    fireEvent.click(send());
    await act(() => vi.advanceTimersByTimeAsync(0));
  }

  it('[S-203, S-296] sends a pending invitation again as it is, in the role that it has', async () => {
    type('Ada@acme.test');
    wait(300);
    expect(role().textContent).toBe('Administrator');
    await submit();
    expect(network.count(`${resend}/i2`)).toBe(1);
    expect(network.count(invite)).toBe(0);
    expect(toastStore.getState().toast?.title).toBe('Invitation resent');
  });

  it('sends a pending invitation again in another role that was chosen', async () => {
    type('ivan@acme.test');
    wait(300);
    await choose('Administrator');
    await submit();
    const sent = network.requests.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ email: 'ivan@acme.test', role: 'admin' });
    expect(network.count(`${resend}/i1`)).toBe(0);
    expect(toastStore.getState().toast?.title).toBe('Invitation resent');
  });

  it('[S-122, S-125] stays open where the invitation could not be sent', async () => {
    network.answer(invite, { status: 500 });
    type('new@acme.test');
    wait(300);
    await submit();
    expect(toastStore.getState().toast?.variant).toBe('destructive');
    expect(onClose).not.toHaveBeenCalled();
    expect(send().disabled).toBe(false);
  });

  it.each([
    ['[S-121, S-125] closes once the invitation is sent', false, 1],
    ['does not close one that was opened since', true, 0],
  ])('%s', async (_, isOpenedAnew, times) => {
    const asked = Promise.withResolvers<Response>();
    network.answer(invite, () => asked.promise);
    type('new@acme.test');
    wait(300);
    await submit();
    if (isOpenedAnew) {
      show(dialog(false));
      await act(() => vi.advanceTimersByTimeAsync(1000));
      show(dialog(true));
    }
    asked.resolve(Response.json({}));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(toastStore.getState().toast?.title).toBe('Invitation sent');
    expect(onClose).toHaveBeenCalledTimes(times);
  });
});
