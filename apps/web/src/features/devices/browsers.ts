import type { BrowserProfile } from '@parley/contract';

interface Browser {
  label: string;
  /** Typical viewport of the browser, in CSS pixels. */
  viewport: { width: number; height: number };
}

export const browsers: Record<BrowserProfile, Browser> = {
  'chrome-windows': { label: 'Chrome on Windows', viewport: { width: 1440, height: 900 } },
  'edge-windows': { label: 'Edge on Windows', viewport: { width: 1440, height: 900 } },
  'firefox-windows': { label: 'Firefox on Windows', viewport: { width: 1440, height: 900 } },
  'chrome-mac': { label: 'Chrome on macOS', viewport: { width: 1512, height: 860 } },
  'safari-mac': { label: 'Safari on macOS', viewport: { width: 1512, height: 860 } },
  'chrome-android': { label: 'Chrome on Android', viewport: { width: 412, height: 915 } },
  'safari-iphone': { label: 'Safari on iPhone', viewport: { width: 390, height: 844 } },
};
