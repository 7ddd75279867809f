import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

let found: string[];

beforeEach(() => {
  vi.useFakeTimers();
  found = [];
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(delayMs: number, value = '') {
  render(
    <SearchField
      value={value}
      onChange={(text) => found.push(text)}
      delayMs={delayMs}
      placeholder="Search members..."
    />,
  );
  return screen.getByRole('searchbox', { name: 'Search members' });
}

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const type = (field: HTMLElement, text: string) =>
  fireEvent.change(field, { target: { value: text } });

describe('a search', () => {
  it('[S-102, S-210] waits until typing has paused', () => {
    const field = show(300);
    type(field, 'm');
    wait(299);
    type(field, 'max');
    wait(299);
    expect(found).toEqual([]);
    wait(1);
    expect(found).toEqual(['max']);
  });

  it('keeps the space behind a word while what is searched for is told without it', () => {
    const field = (value: string) => (
      <SearchField
        value={value}
        onChange={() => {}}
        delayMs={300}
        placeholder="Search members..."
      />
    );
    const { rerender } = render(field(''));
    const input = screen.getByRole('searchbox');
    type(input, 'Visitor ');
    rerender(field('Visitor'));
    expect(input).toHaveProperty('value', 'Visitor ');
    rerender(field('Caller'));
    expect(input).toHaveProperty('value', 'Caller');
  });

  it('is cleared at once, by its button and by Escape', () => {
    const field = show(300, 'max');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    wait(0);
    expect(found).toEqual(['']);
    type(field, 'ada');
    fireEvent.keyDown(field, { key: 'Escape' });
    wait(0);
    expect(found).toEqual(['', '']);
    wait(300);
    expect(found).toEqual(['', '']);
  });
});
