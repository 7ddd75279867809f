/**
 * Tests that no request reaches endpoints of the identity library. The library has about 45, and we call only a few of its
 * functions. The test sends all endpoints in all spellings to each server route that accepts any text in its path, while it
 * records every call that reaches the library.
 */
import { Agent, request } from 'node:http';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

const library = vi.hoisted(() => ({
  /** All endpoints of the library. */
  endpoints: [] as { method: string; path: string }[],
  /** Calls that reached the library, through its router or by function name. */
  arrived: [] as string[],
  /** All routes of the server. */
  routes: [] as { method: string; url: string }[],
}));

vi.mock('better-auth', async (original) => {
  const real = await original<typeof import('better-auth')>();
  const { createAuthMiddleware } = await import('better-auth/api');
  const note = createAuthMiddleware(async ({ path }) => {
    library.arrived.push(path);
  });
  const betterAuth = (options: Parameters<typeof real.betterAuth>[0]) => {
    const auth = real.betterAuth({ ...options, hooks: { before: note } });
    for (const { path, options } of Object.values(auth.api)) {
      const [method = 'GET'] = [options.method].flat();
      if (path) library.endpoints.push({ method, path });
    }
    return auth;
  };
  return { ...real, betterAuth };
});

vi.mock('fastify', async (original) => {
  const real = await original<typeof import('fastify')>();
  const fastify = (options: object) => {
    const app = real.default(options);
    app.addHook('onRoute', ({ method, url }: RouteOptions) => {
      library.routes.push(...[method].flat().map((each) => ({ method: each, url })));
    });
    return app;
  };
  return { ...real, default: fastify };
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
}, 60_000);
afterAll(() => app.close());
beforeEach(() => {
  library.arrived.length = 0;
});

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a path unchanged; `fetch` would normalize it first. */
function send(
  method: string,
  path: string,
  {
    form = 'email=ada%40parley.example',
    type = 'application/x-www-form-urlencoded',
  }: { form?: string; type?: string } = {},
): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const headers = {
    ...(type !== '' && { 'content-type': type }),
    'content-length': Buffer.byteLength(form),
  };
  return new Promise((resolve, reject) => {
    request({ agent, hostname, port, method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(form);
  });
}

/** Ways to get from a path segment to the library's root, which is `depth` levels above it. */
const spellings: [string, (depth: number, path: string) => string][] = [
  ['nothing changed', (_, path) => path.slice(1)],
  ['slashes', (depth, path) => `x${'/..'.repeat(depth)}${path}`],
  ['backslashes', (depth, path) => backslashed(`x${'/..'.repeat(depth)}${path}`)],
  ['dots and backslashes alone', (depth, path) => backslashed(`${'../'.repeat(depth)}.${path}`)],
  ['escaped slashes', (depth, path) => escaped(`x${'/..'.repeat(depth)}${path}`, '%2f')],
  ['escaped backslashes', (depth, path) => escaped(`x${'/..'.repeat(depth)}${path}`, '%5c')],
  ['capitals', (depth, path) => escaped(`x${'/..'.repeat(depth)}${path}`, '%5C').toUpperCase()],
  ['escaped dots', (depth, path) => backslashed(`x${'/%2e%2E'.repeat(depth)}${path}`)],
  ['escaped twice', (depth, path) => escaped(`x${'/..'.repeat(depth)}${path}`, '%255c')],
  ['slashes twice', (depth, path) => `x${'//..'.repeat(depth)}/${path}`],
  ['dots behind', (depth, path) => backslashed(`x${'/..'.repeat(depth)}${path}/.`)],
  ['a slash behind', (depth, path) => `${backslashed(`x${'/..'.repeat(depth)}${path}`)}/`],
  ['a line break', (depth, path) => backslashed(`x${'/.%0a.'.repeat(depth)}${path}`)],
  ['a query', (depth, path) => backslashed(`x${'/..'.repeat(depth)}${path}?/x`)],
  ['a fragment', (depth, path) => backslashed(`x${'/..'.repeat(depth)}${path}%23/x`)],
];

const backslashed = (path: string) => path.replaceAll('/', '\\');
const escaped = (path: string, slash: string) => path.replaceAll('/', slash);

/** Part of a route that accepts any text: a parameter, or everything after an asterisk. */
const wildcard = /[:*]\w*/;

function wildcardsOf(prefix: RegExp): { method: string; url: string }[] {
  return library.routes.filter(({ url }) => prefix.test(url) && wildcard.test(url));
}

/** Returns one path per parameter of the route, with the hostile text in that place and valid text in the others. */
function pathsInto(url: string, text: (depth: number) => string): string[] {
  const parts = url.split('/');
  return parts.flatMap((part, index) => {
    if (!wildcard.test(part)) return [];
    // Number of parts before it, without the empty one and the two of /api/auth.
    const filled = parts.map((other) => other.replace(wildcard, 'x'));
    const depth = Math.max(1, index - 2);
    return [
      filled
        .with(
          index,
          part.replace(wildcard, () => text(depth)),
        )
        .join('/'),
    ];
  });
}

/** Library endpoints that a route may call if the hostile text happens to be a valid name. */
const allowed: Record<string, string> = {
  '/api/auth/window/saml.:company': '/sign-in/sso',
  '/api/auth/sso/saml2/sp/acs/:providerId': '/sso/saml2/sp/acs/:providerId',
};

describe('the endpoints of the identity library', () => {
  it('are known to this test, and so are the addresses that take anything', () => {
    expect(library.endpoints.length).toBeGreaterThan(40);
    expect(wildcardsOf(/^\/api\/auth\//).map(({ url }) => url)).toEqual(
      expect.arrayContaining(Object.keys(allowed)),
    );
    expect(wildcardsOf(/./).length).toBeGreaterThan(100);
  });

  it.each(spellings)('are not reached by a path with %s', async (_, spell) => {
    const reached: string[] = [];
    const attempt = async ({ method, url }: { method: string; url: string }, target: string) => {
      for (const path of pathsInto(url, (depth) => spell(depth, target))) {
        library.arrived.length = 0;
        await send(method, path);
        const strange = library.arrived.filter((arrived) => arrived !== allowed[url]);
        if (strange.length > 0) reached.push(`${method} ${path}: ${strange}`);
      }
    };
    for (const route of wildcardsOf(/^\/api\/auth\//)) {
      for (const { path } of library.endpoints) await attempt(route, path);
    }
    for (const route of wildcardsOf(/^(?!\/api\/auth\/)/)) {
      await attempt(route, '/api/auth/sign-in/email');
    }
    expect(reached).toEqual([]);
  });

  it('are not reached under their own addresses, but for those that are ours', async () => {
    const ours = library.routes.map(({ method, url }) => `${method} ${url}`);
    for (const { method, path } of library.endpoints) {
      if (ours.includes(`${method} /api/auth${path}`)) continue;
      library.arrived.length = 0;
      const status = await send(method, `/api/auth${path}`);
      expect([404, 415], `${method} ${path}`).toContain(status);
      expect(library.arrived, `${method} ${path}`).toEqual([]);
    }
  });
});

describe('the address for answers of identity providers', () => {
  const path = '/api/auth/sso/saml2/sp/acs/saml.acme';

  it('hands a form to the one function that reads it', async () => {
    expect(await send('POST', path, { form: 'SAMLResponse=PHg%2BPC94Pg' })).toBe(303);
    expect(library.arrived).toEqual(['/sso/saml2/sp/acs/:providerId']);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    expect(await send(method, path)).toBe(404);
    expect(library.arrived).toEqual([]);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'takes no body of the type “%s”',
    async (type) => {
      expect(await send('POST', path, { type, form: '{"email":"ada@parley.example"}' })).toBe(415);
      expect(library.arrived).toEqual([]);
    },
  );

  it.each([
    ['none', 'email=ada%40parley.example'],
    ['two answers', 'SAMLResponse=PHg%2BPC94Pg&SAMLResponse=PHg%2BPC94Pg'],
    ['two states', 'SAMLResponse=PHg%2BPC94Pg&RelayState=a&RelayState=b'],
  ])('hands over no form with %s', async (_, form) => {
    expect(await send('POST', path, { form })).toBe(303);
    expect(library.arrived).toEqual([]);
  });

  it('does not reveal the server through a full URL in place of a path', async () => {
    expect(await send('POST', `${app.url}${path}`)).toBe(400);
    expect(await send('POST', `http://evil.example${path}`)).toBe(400);
    expect(library.arrived).toEqual([]);
  });
});
