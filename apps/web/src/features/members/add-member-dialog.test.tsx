import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddMemberDialog } from './add-member-dialog.tsx';

const message = 'Please enter a valid email address';

beforeEach(() => {
  vi.useFakeTimers();
  render(<AddMemberDialog isOpen onClose={() => {}} members={[]} invitations={[]} />);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByLabelText('Email address');
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Invitation' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('the dialog for a new member', () => {
  it('[S-119, S-121, S-123, S-124, S-212] explains itself and starts empty', () => {
    const dialog = screen.getByRole('dialog', { name: 'Add New Member' });
    expect(dialog.textContent).toMatch(/receives an email/);
    expect(dialog.textContent).toMatch(/one at a time/);
    expect(send().disabled).toBe(true);
  });

  it('[S-211] judges an address after a pause of 300 ms', () => {
    type('abc');
    wait(299);
    expect(screen.queryByText(message)).toBeNull();
    wait(1);
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('cannot be sent while the pause lasts', () => {
    type('new@acme.test');
    wait(300);
    expect(send().disabled).toBe(false);
    type('new@acme.test,');
    expect(send().disabled).toBe(true);
  });
});
