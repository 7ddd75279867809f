import '#/lib/testing/missing-in-jsdom.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ToastVariant, toast, toastStore } from './toast.ts';
import ToastView from './toast-view.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toastStore.setState({ toast: null });
});

function show(variant: ToastVariant): HTMLElement {
  toast({ title: 'Word', variant });
  render(<ToastView />);
  return screen.getByRole('listitem');
}

describe('a toast', () => {
  it.each([
    ['default', undefined],
    ['destructive', 'text-failed'],
    ['success', 'text-passed'],
    ['warning', 'text-error'],
    ['info', 'text-accent-ink'],
  ] as const)('[S-304] of the variant %s has the ink %s', (variant, ink) => {
    const icon = show(variant).firstElementChild;
    if (ink) expect(icon?.classList).toContain(ink);
    else expect(icon?.tagName).toBe('DIV');
  });

  it('[S-302] closes by itself after 5 s', () => {
    vi.useFakeTimers();
    show('default');
    act(() => vi.advanceTimersByTime(4999));
    expect(toastStore.getState().toast?.isOpen).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(toastStore.getState().toast?.isOpen).toBe(false);
  });

  it.each([
    ['S-083', 2000],
    ['S-193', 8000],
  ])('[%s] closes after the %i ms that were asked for', (_, durationMs) => {
    vi.useFakeTimers();
    toast({ title: 'Word', durationMs });
    render(<ToastView />);
    act(() => vi.advanceTimersByTime(durationMs - 1));
    expect(toastStore.getState().toast?.isOpen).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(toastStore.getState().toast?.isOpen).toBe(false);
  });

  it.each([
    [50, true],
    [51, false],
  ])('[S-303] that is swiped %d px to the right stays: %s', (distance, isOpen) => {
    const item = show('info');
    fireEvent.pointerDown(item, { button: 0, clientX: 100, clientY: 10 });
    fireEvent.pointerMove(item, { clientX: 120, clientY: 10 });
    fireEvent.pointerMove(item, { clientX: 100 + distance, clientY: 10 });
    fireEvent.pointerUp(item);
    expect(toastStore.getState().toast?.isOpen).toBe(isOpen);
  });

  it('[S-303] is not swiped away to the left', () => {
    const item = show('info');
    fireEvent.pointerDown(item, { button: 0, clientX: 100, clientY: 10 });
    fireEvent.pointerMove(item, { clientX: 80, clientY: 10 });
    fireEvent.pointerMove(item, { clientX: 20, clientY: 10 });
    fireEvent.pointerUp(item);
    expect(toastStore.getState().toast?.isOpen).toBe(true);
  });
});
