import { afterEach, expect, it, vi } from 'vitest';
import { toastStore } from '#/ui/toast.ts';
import { clickOrganizationIcon } from './copy-organization-id.ts';

afterEach(() => vi.unstubAllGlobals());

it('[S-081, S-083] three clicks on the icon copy the id, which is said for 2 s', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  toastStore.setState({ toast: null });
  clickOrganizationIcon('o1', 1000);
  clickOrganizationIcon('o1', 1200);
  expect(writeText).not.toHaveBeenCalled();
  clickOrganizationIcon('o1', 1400);
  await vi.waitFor(() => expect(toastStore.getState().toast).not.toBeNull());
  expect(writeText).toHaveBeenCalledExactlyOnceWith('o1');
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Copied!',
    description: 'Organization ID copied to clipboard',
    durationMs: 2000,
  });
});
