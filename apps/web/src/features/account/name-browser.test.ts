import { expect, it } from 'vitest';
import { nameBrowser } from './name-browser.ts';

const mozilla = 'Mozilla/5.0';

it.each([
  [
    `${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [`${mozilla} (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge on Windows'],
  [`${mozilla} (Macintosh; Intel Mac OS X 14_0) Version/17.0 Safari/605.1`, 'Safari on macOS'],
  [`${mozilla} (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1`, 'Safari on iOS'],
  [`${mozilla} (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0`, 'Firefox on Linux'],
  [`${mozilla} (iPhone; CPU iPhone OS 17_0) CriOS/130.0 Mobile Safari/604.1`, 'Chrome on iOS'],
  [`${mozilla} (iPhone; CPU iPhone OS 17_0) FxiOS/131.0 Mobile Safari/605.1`, 'Firefox on iOS'],
  [`${mozilla} (iPad; CPU OS 17_0) EdgiOS/130.0 Mobile Safari/605.1`, 'Edge on iOS'],
  [
    `${mozilla} (Linux; Android 10) Chrome/130.0 Mobile Safari/537.36 EdgA/130.0`,
    'Edge on Android',
  ],
  ['curl/8.5.0', 'curl'],
  [null, 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(nameBrowser(userAgent)).toBe(name);
});
