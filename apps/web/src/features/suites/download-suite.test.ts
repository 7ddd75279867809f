import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiRequestError } from '#/lib/api.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { toastStore } from '#/ui/toast.ts';
import { downloadName, downloadSuiteFile, exportFailure } from './download-suite.ts';

const scope = { userId: 'u1', orgId: 'o1' };
const request = 'GET /internal/v1/users/u1/organizations/o1/testsuites/s1/download';
const greeting = { id: 's1', name: 'Greeting' };

afterEach(() => {
  toastStore.setState({ toast: null });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('downloading a suite', () => {
  it.each([
    ['S-256', 'Greeting', 'zip', 'Greeting.e2e.zip'],
    ['S-257', 'Greeting', 'excel', 'Greeting.xlsx'],
    ['S-256', 'a/b\\c:d*e?f"g<h>i|j', 'zip', 'a-b-c-d-e-f-g-h-i-j.e2e.zip'],
    ['S-257', 'Grüße & mehr', 'excel', 'Grüße & mehr.xlsx'],
  ] as const)('[%s] names the file of "%s" as %s "%s"', (_id, name, format, fileName) => {
    expect(downloadName(name, format)).toBe(fileName);
  });

  it.each([
    ['S-255, S-256', 'zip', 'Greeting.e2e.zip'],
    ['S-255, S-257', 'excel', 'Greeting.xlsx'],
  ] as const)('[%s] saves what the server has as %s under %s', async (_, format, fileName) => {
    const network = fakeNetwork({ [request]: () => new Response('content') });
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '#', revokeObjectURL() {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await downloadSuiteFile(scope, greeting, format);
    expect(network.requests[0]?.url).toContain(`format=${format}`);
    expect(saved).toEqual([fileName]);
    expect(toastStore.getState().toast).toBeNull();
  });

  it('[S-286] tells that an export failed', async () => {
    fakeNetwork({ [request]: { status: 503, statusText: 'Service Unavailable' } });
    await downloadSuiteFile(scope, greeting, 'zip');
    expect(toastStore.getState().toast).toMatchObject({
      variant: 'destructive',
      title: 'Failed to export test suite: Service Unavailable',
    });
  });

  it('[S-286] says with which status an export failed', () => {
    const failure = new ApiRequestError(503, 'Service Unavailable');
    expect(exportFailure(failure)).toBe('Failed to export test suite: Service Unavailable');
    expect(exportFailure(new ApiRequestError(503, ''))).toBe('Failed to export test suite: 503');
    expect(exportFailure(new TypeError('Failed to fetch'))).toBe(
      'Failed to export test suite: Network error',
    );
  });
});
