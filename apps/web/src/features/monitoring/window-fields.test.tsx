import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { WindowFields } from './window-fields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

function Fields() {
  const [window, setWindow] = useState({
    kind: 'once' as const,
    reason: 'Maintenance',
    start: '2026-11-21T09:00:00.000Z',
    end: '2026-11-21T11:00:00.000Z',
  });
  return (
    <WindowFields
      window={window}
      onChange={(next) => next.kind === 'once' && setWindow({ ...next, kind: 'once' })}
    />
  );
}

it.each(['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC'])(
  'keeps the time while a year is typed in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    render(<Fields />);
    const from = screen.getByLabelText<HTMLInputElement>('From (your time)');
    for (const year of ['0002', '0020', '0202', '2026']) {
      fireEvent.change(from, { target: { value: `${year}-05-01T10:00` } });
      expect(from.value).toBe(`${year}-05-01T10:00`);
    }
  },
);
