const browsers: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Derives a name such as "Chrome on Windows" from a browser’s user agent. */
export function nameBrowser(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const nameIn = (known: [RegExp, string][]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers) ?? userAgent.split(/[/ ]/)[0] ?? 'Unknown browser';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
