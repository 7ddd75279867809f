/** The cookies of one conversation with one origin: bots behind load balancers need them to stay put. */
export interface Cookies {
  /** What to send; undefined if nothing. */
  header(): string | undefined;
  store(setCookie: string | string[] | undefined): void;
}

/** More than a browser's usual limit per site is an attack. */
const cookiesMax = 50;

export function createCookies(): Cookies {
  const cookies = new Map<string, string>();
  return {
    header() {
      if (cookies.size === 0) return undefined;
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
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
