import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSingleKeys } from '#/lib/single-keys.ts';
import { useSingleKeys } from './use-single-keys.ts';

const next = vi.fn();

function Page({ children }: { children?: ReactNode }) {
  useSingleKeys({ n: next });
  return (
    <>
      <button type="button">Row</button>
      <input aria-label="Name" />
      <div contentEditable suppressContentEditableWarning>
        Text
      </div>
      {children}
    </>
  );
}

beforeEach(() => next.mockClear());
afterEach(() => {
  cleanup();
  setSingleKeys(true);
});

it('acts on a key anywhere but in fields', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'n' });
  expect(next).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'n' });
  fireEvent.keyDown(screen.getByText('Text'), { key: 'n' });
  expect(next).toHaveBeenCalledTimes(2);
});

it('leaves keys with modifiers, and other keys, alone', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'n', metaKey: true });
  fireEvent.keyDown(document.body, { key: 'toString' });
  expect(next).not.toHaveBeenCalled();
});

it('waits while a dialog is open', () => {
  render(
    <Page>
      <div role="dialog" />
    </Page>,
  );
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(next).not.toHaveBeenCalled();
});

it('can be turned off, which is kept', () => {
  render(<Page />);
  setSingleKeys(false);
  cleanup();
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(next).not.toHaveBeenCalled();
  expect(localStorage.getItem('single-keys')).toBe('off');
});
