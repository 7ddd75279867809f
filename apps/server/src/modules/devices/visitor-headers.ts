import type { BrowserProfile, WebchatSettings } from '@parley/contract';

interface Profile {
  userAgent: string;
  /** Client hints, which only Chromium-based browsers send. */
  hints?: { platform: string; isMobile: boolean };
}

const chrome = (system: string, suffix = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0${suffix}`;

const windows = { platform: 'Windows', isMobile: false };

/** Profiles with the values that browsers send. Parts that vary between releases are zero or frozen. */
const profiles: Record<BrowserProfile, Profile> = {
  'chrome-windows': {
    userAgent: chrome('Windows NT 10.0; Win64; x64', ' Safari/537.36'),
    hints: windows,
  },
  'edge-windows': {
    userAgent: chrome('Windows NT 10.0; Win64; x64', ' Safari/537.36 Edg/142.0.0.0'),
    hints: windows,
  },
  'firefox-windows': {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  'chrome-mac': {
    userAgent: chrome('Macintosh; Intel Mac OS X 10_15_7', ' Safari/537.36'),
    hints: { platform: 'macOS', isMobile: false },
  },
  'safari-mac': {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  },
  'chrome-android': {
    userAgent: chrome('Linux; Android 10; K', ' Mobile Safari/537.36'),
    hints: { platform: 'Android', isMobile: true },
  },
  'safari-iphone': {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  },
};

/** Returns the headers that a visitor with this browser, locale and viewport sends, with lowercase names. */
export function headersOfVisitor(
  locale: string,
  { browser, viewport }: WebchatSettings,
): Record<string, string> {
  const { userAgent, hints } = profiles[browser];
  return {
    'user-agent': userAgent,
    'accept-language': acceptLanguage(locale),
    ...(hints && {
      'sec-ch-ua-mobile': hints.isMobile ? '?1' : '?0',
      'sec-ch-ua-platform': `"${hints.platform}"`,
      'sec-ch-viewport-width': String(viewport.width),
      'sec-ch-viewport-height': String(viewport.height),
    }),
  };
}

/** Returns the value of `Accept-Language`: the locale first, then its language in any country. */
function acceptLanguage(locale: string): string {
  const language = locale.split('-')[0] ?? locale;
  return language === locale ? locale : `${locale},${language};q=0.9`;
}
