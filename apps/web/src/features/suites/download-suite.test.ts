import { describe, expect, it } from 'vitest';
import { ApiRequestError } from '#/lib/api.ts';
import { downloadName, exportFailure } from './download-suite.ts';

describe('downloading a suite', () => {
  it.each([
    ['S-256', 'Greeting', 'zip', 'Greeting.e2e.zip'],
    ['S-257', 'Greeting', 'excel', 'Greeting.xlsx'],
    ['S-256', 'a/b\\c:d*e?f"g<h>i|j', 'zip', 'a-b-c-d-e-f-g-h-i-j.e2e.zip'],
    ['S-257', 'Grüße & mehr', 'excel', 'Grüße & mehr.xlsx'],
  ] as const)('[%s] names the file of "%s" as %s "%s"', (_id, name, format, fileName) => {
    expect(downloadName(name, format)).toBe(fileName);
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
