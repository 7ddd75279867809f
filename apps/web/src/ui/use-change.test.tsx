import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiRequestError } from '#/lib/api.ts';
import { toastStore } from './toast.ts';
import { useChange } from './use-change.ts';

type Options = Parameters<typeof useChange<string, string>>[0];

function Screen(options: Partial<Options>) {
  const change = useChange<string, string>({
    run: async (input) => input,
    failure: 'Failed to rename it',
    ...options,
  });
  return (
    <>
      <button type="button" aria-busy={change.isPending} onClick={() => void change.start('new')}>
        Rename
      </button>
      <output>{change.problem}</output>
    </>
  );
}

const press = () => fireEvent.click(screen.getByRole('button'));
const shownToast = () => toastStore.getState().toast;
const refused = new ApiRequestError(409, 'Conflict', { code: 'conflict', message: 'It is taken' });

beforeEach(() => toastStore.setState({ toast: null }));
afterEach(() => {
  onlineManager.setOnline(true);
  cleanup();
});

describe('a change', () => {
  it('is pending until the server has answered, and drops a second press', async () => {
    const answer = Promise.withResolvers<string>();
    const run = vi.fn(() => answer.promise);
    const onDone = vi.fn();
    render(<Screen run={run} onDone={onDone} />);
    press();
    press();
    await waitFor(() => expect(screen.getByRole('button').ariaBusy).toBe('true'));
    answer.resolve('renamed');
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('renamed', 'new'));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.getByRole('button').ariaBusy).toBe('false');
  });

  it('of a queue waits for the one before it instead', async () => {
    const first = Promise.withResolvers<string>();
    const run = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue('second');
    render(<Screen run={run} queue="names" />);
    press();
    press();
    await waitFor(() => expect(run).toHaveBeenCalledOnce());
    first.resolve('first');
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  });

  it('says what was done and takes it back', async () => {
    const undo = vi.fn(async () => undefined);
    render(<Screen done={(answer) => ({ title: `Renamed to ${answer}` })} undo={undo} />);
    press();
    await waitFor(() => expect(shownToast()?.title).toBe('Renamed to new'));
    expect(shownToast()?.action?.label).toBe('Undo');
    shownToast()?.action?.onPress();
    await waitFor(() => expect(shownToast()?.title).toBe('Change undone'));
    expect(undo).toHaveBeenCalledExactlyOnceWith('new', 'new');
  });

  it('says why it was refused, without another try', async () => {
    render(<Screen run={() => Promise.reject(refused)} />);
    press();
    await waitFor(() => expect(shownToast()?.title).toBe('It is taken'));
    expect(shownToast()).toMatchObject({ variant: 'destructive', action: undefined });
  });

  it('that did not reach the server can be tried again', async () => {
    const run = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue('new');
    const onDone = vi.fn();
    render(<Screen run={run} onDone={onDone} />);
    press();
    await waitFor(() => expect(shownToast()?.title).toBe('Failed to rename it'));
    expect(shownToast()?.action?.label).toBe('Try again');
    shownToast()?.action?.onPress();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it('fails at once without a network, rather than later without anybody to see it', async () => {
    onlineManager.setOnline(false);
    render(<Screen run={() => Promise.reject(new TypeError('offline'))} />);
    press();
    await waitFor(() => expect(shownToast()?.title).toBe('Failed to rename it'));
  });

  it('of a form has its problem there, until it is started again', async () => {
    const second = Promise.withResolvers<string>();
    const run = vi.fn().mockRejectedValueOnce(refused).mockReturnValue(second.promise);
    render(<Screen run={run} isProblemShown />);
    press();
    await screen.findByText('It is taken');
    expect(shownToast()).toBeNull();
    press();
    await waitFor(() => expect(screen.queryByText('It is taken')).toBeNull());
  });

  it('leads nowhere once its screen is left', async () => {
    const answer = Promise.withResolvers<string>();
    const onDone = vi.fn();
    render(
      <Screen run={() => answer.promise} onDone={onDone} done={() => ({ title: 'Renamed' })} />,
    );
    press();
    cleanup();
    answer.resolve('renamed');
    await waitFor(() => expect(shownToast()?.title).toBe('Renamed'));
    expect(onDone).not.toHaveBeenCalled();
  });
});
