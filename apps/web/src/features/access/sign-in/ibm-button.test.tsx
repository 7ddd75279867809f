import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { IbmButton } from './ibm-button.tsx';

afterEach(cleanup);

const isBusy = () => screen.getByRole('button').getAttribute('aria-busy') === 'true';

it('can be pressed again by whoever goes back from the page of IBM', () => {
  render(<IbmButton instanceId="i-1" />);
  fireEvent.click(screen.getByRole('button'));
  expect(isBusy()).toBe(true);
  const shown = Object.assign(new Event('pageshow'), { persisted: true });
  fireEvent(window, shown);
  expect(isBusy()).toBe(false);
});
