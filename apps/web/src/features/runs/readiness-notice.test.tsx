import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ReadinessNotice } from './readiness-notice.tsx';

afterEach(cleanup);

const noLine = {
  path: 'installation.calls',
  message: 'No phone line is set up: this installation is not allowed to call any number.',
  hint: 'The operator lists the numbers that may be called in PARLEY_PHONE_ALLOW, see docs/phone.md.',
};

describe('a suite that cannot run yet', () => {
  it('says all that is missing, and leads to the guide to phone lines', () => {
    const noNumber = {
      path: 'configuration.channel',
      message: 'The test suite does not specify which phone line to call.',
      hint: 'Enter the number on the Connection tab.',
    };
    render(<ReadinessNotice problems={[noNumber, noLine]} />);
    expect(screen.getByRole('status').textContent).toContain('cannot run yet');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${noNumber.message} ${noNumber.hint}`,
      `${noLine.message} ${noLine.hint}`,
    ]);
    const guide = screen.getByRole('link', { name: 'How to set up phone lines' });
    expect(guide.getAttribute('href')).toBe('/docs/phone');
  });

  it('leads to no guide to phone lines where something else is missing', () => {
    const noBrowser = { path: 'installation.browser', message: 'No Chromium is installed.' };
    render(<ReadinessNotice problems={[noBrowser]} />);
    expect(screen.getByRole('listitem').textContent).toContain('No Chromium');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('is silent where nothing is missing', () => {
    const { container } = render(<ReadinessNotice problems={[]} />);
    expect(container.childElementCount).toBe(0);
  });
});
