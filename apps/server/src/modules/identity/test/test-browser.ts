/** A browser that supports what sign-in needs: cookies, redirects, forms. */
import type { BodyInput, Endpoint } from '@parley/contract';
import type { TestAnswer } from '../../../test/call-api.ts';
import type { TestApp } from '../../../test/test-app.ts';

export interface TestPage {
  /** URL of the page, including the fragment. */
  url: URL;
  status: number;
  html: string;
}

export interface TestBrowser {
  /** Returns the cookies that a call to this path would carry. */
  cookiesFor(path: string): string;
  /** Calls an endpoint as a script on the dashboard's pages would. */
  call<const E extends Endpoint>(
    endpoint: E,
    call?: {
      body?: BodyInput<E>;
      query?: Record<string, string>;
      headers?: Record<string, string>;
    },
  ): Promise<TestAnswer<E>>;
  /** Opens a URL of the app or of another server, and follows redirects. */
  visit(address: string | URL, form?: URLSearchParams): Promise<TestPage>;
  /** Fills in the last form on a page and submits it. */
  submit(page: TestPage, fields?: Record<string, string>): Promise<TestPage>;
}

const redirectsMax = 10;

export function openBrowser(app: TestApp): TestBrowser {
  // Cookies do not depend on the port, so one cookie jar covers all servers on this machine.
  const jar = new Map<string, { value: string; path: string }>();

  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');

  const keepCookies = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const isGone = value === '' || /;\s*max-age=0/i.test(line);
      if (isGone) jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { value, path });
    }
  };

  async function visit(address: string | URL, form?: URLSearchParams): Promise<TestPage> {
    let url = new URL(address, app.url);
    let body = form;
    for (let step = 0; step < redirectsMax; step += 1) {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { cookie: cookiesFor(url.pathname) },
        ...(body && { body }),
        redirect: 'manual',
      });
      keepCookies(response.headers);
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, html: await response.text() };
      url = new URL(location, url);
      body = undefined;
    }
    throw new Error(`Too many redirects, at last to ${url}`);
  }

  return {
    cookiesFor,
    visit,
    async call(endpoint, { body, query, headers = {} } = {}) {
      const cookie = cookiesFor(endpoint.path);
      const answer = await app.call(endpoint, {
        ...(body !== undefined && { body }),
        ...(query !== undefined && { query: query as never }),
        headers: { origin: app.platform.config.publicUrl, ...(cookie && { cookie }), ...headers },
      });
      keepCookies(answer.headers);
      return answer;
    },
    submit({ url, html }, fields = {}) {
      const [form = ''] = html.match(/<form[\s\S]*?<\/form>/g)?.slice(-1) ?? [];
      const action = unescapeHtml(/action="([^"]*)"/.exec(form)?.[1] ?? '');
      const inputs = form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
      const values = [...inputs].map(([, name = '', value = '']) => [name, unescapeHtml(value)]);
      return visit(
        new URL(action, url),
        new URLSearchParams({ ...Object.fromEntries(values), ...fields }),
      );
    },
  };
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
