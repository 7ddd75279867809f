import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PasswordChecklist } from './password-checklist.tsx';

afterEach(cleanup);

it.each([
  ['', '0'],
  ['abc', '20'],
  ['abC', '40'],
  ['abC1', '60'],
  ['abC1!', '80'],
  ['abC1!xyz', '100'],
])(
  '[A-109, A-260] fills the bar by a fifth for each rule that is met: “%s”',
  (password, filled) => {
    render(<PasswordChecklist password={password} />);
    const bar = screen.getByRole('progressbar', { name: 'Password strength' });
    expect(bar.getAttribute('aria-valuenow')).toBe(filled);
    expect(bar.querySelector('div')?.style.width).toBe(`${filled}%`);
  },
);

it('[A-110] lists the rules and says which are met', () => {
  render(<PasswordChecklist password="abc" />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'At least 8 characters: not met',
    'An uppercase letter: not met',
    'A lowercase letter: met',
    'A digit: not met',
    'A special character: not met',
  ]);
});
