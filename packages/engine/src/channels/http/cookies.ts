/** The cookies of one conversation with one origin. Bots behind load balancers need them to reach the same server. */
export interface Cookies {
  /** Adds the stored cookies to those of the suite. A stored cookie replaces one of the same name. */
  addedTo(headers: Record<string, string>): Record<string, string>;
  store(setCookie: string | string[] | undefined): void;
}

/** Maximum number of cookies; more than a browser's usual limit per site would be an attack. */
const cookiesMax = 50;

export function createCookies(): Cookies {
  const cookies = new Map<string, string>();
  return {
    addedTo(headers) {
      if (cookies.size === 0) return headers;
      const own = (headers.cookie ?? '').split(/;\s*/).filter((pair) => pair !== '');
      const kept = own.filter((pair) => !cookies.has(pair.split('=')[0]?.trim() ?? ''));
      const stored = [...cookies].map(([name, value]) => `${name}=${value}`);
      return { ...headers, cookie: [...kept, ...stored].join('; ') };
    },
    store(setCookie) {
      if (setCookie === undefined) return;
      for (const line of [setCookie].flat()) {
        const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
        if (name === undefined || value === undefined) continue;
        if (value === '' || /;\s*max-age=(0|-)/i.test(line)) cookies.delete(name);
        else if (cookies.size < cookiesMax) cookies.set(name, value.trim());
      }
    },
  };
}

/** Values of a request's cookies: `name=value; name=value`. */
export const valuesSent = (cookie: string | string[] = []): string[] =>
  [cookie].flat().flatMap((line) => line.split(';').map(valueIn));

/** Values of an answer's cookies: `name=value; attribute; attribute`. */
export const valuesSet = (setCookie: string | string[] = []): string[] =>
  [setCookie].flat().flatMap((line) => line.split(';', 1).map(valueIn));

const valueIn = (pair: string): string =>
  pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"|"$/g, '');
