import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToast, toast, toastStore } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  toastStore.setState({ toast: null });
});

afterEach(() => vi.useRealTimers());

const shown = () => toastStore.getState().toast;

describe('toasts', () => {
  it('[S-302] stay 5 s unless told otherwise', () => {
    toast({ title: 'Saved' });
    expect(shown()).toMatchObject({ durationMs: 5000, variant: 'default', isOpen: true });
    toast({ title: 'Copied!', durationMs: 2000 });
    expect(shown()?.durationMs).toBe(2000);
  });

  it('[A-375] have one place: the newest takes it', () => {
    toast({ title: 'First' });
    toast({ title: 'Second' });
    expect(shown()?.title).toBe('Second');
  });

  it('[S-304] come as default, destructive, success, warning and info', () => {
    for (const variant of ['default', 'destructive', 'success', 'warning', 'info'] as const) {
      toast({ title: 'Word', variant });
      expect(shown()?.variant).toBe(variant);
    }
    toast({ title: 'Word' });
    expect(shown()?.variant).toBe('default');
  });

  it('[A-376] are dropped from memory long after they closed', () => {
    toast({ title: 'Saved' });
    closeToast(shown()?.id ?? 0);
    expect(shown()?.isOpen).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(shown()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(shown()).toBeNull();
  });

  it('[A-375, A-376] are not dropped in place of one that closed before', () => {
    toast({ title: 'First' });
    closeToast(shown()?.id ?? 0);
    vi.advanceTimersByTime(999_000);
    toast({ title: 'Second' });
    vi.advanceTimersByTime(999_999);
    expect(shown()).toMatchObject({ title: 'Second', isOpen: true });
  });

  it('are not closed by the end of one that they have replaced', () => {
    toast({ title: 'First' });
    const first = shown()?.id ?? 0;
    toast({ title: 'Second' });
    closeToast(first);
    expect(shown()).toMatchObject({ title: 'Second', isOpen: true });
  });
});
