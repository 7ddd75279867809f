import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LabelledRunDialog } from './labelled-run-dialog.tsx';
import type { SuiteRunner } from './suite-runner.ts';

afterEach(cleanup);

/** @param isAccepted what the server says to the start of the run */
function open(isAccepted: boolean) {
  const start = vi.fn(async () => isAccepted);
  const onClose = vi.fn();
  const runner = { start, isStarting: false } as unknown as SuiteRunner;
  render(<LabelledRunDialog runner={runner} onClose={onClose} />);
  return { start, onClose };
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const run = () => fireEvent.click(screen.getByRole('button', { name: 'Run' }));

it('starts a run of the version and in the environment that were entered', async () => {
  const { start, onClose } = open(true);
  fill('Label', ' v2.14.0 ');
  fill('Environment', 'staging');
  run();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(start).toHaveBeenCalledExactlyOnceWith({ label: 'v2.14.0', environment: 'staging' });
});

it('says nothing of what was left empty', async () => {
  const { start } = open(true);
  fill('Label', '  ');
  run();
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith({}));
});

it('keeps what was entered where the run is refused', async () => {
  const { start, onClose } = open(false);
  fill('Label', 'v1');
  run();
  await waitFor(() => expect(start).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Label')).toHaveProperty('value', 'v1');
});
