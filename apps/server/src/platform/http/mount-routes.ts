/** Turns routes into Fastify handlers. Every request passes the same steps before its handler runs. */
import {
  type Endpoint,
  hasTag,
  type Method,
  type OrganizationPart,
  tabHeader,
} from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { SessionScope } from '../database/scope.ts';
import { ApiError } from '../errors/api-error.ts';
import { organizationTopic } from '../live/news.ts';
import { admit, type Gate } from './access.ts';
import { answerOf } from './compress-answers.ts';
import { isKnown, tagOf } from './entity-tags.ts';
import { type Call, type Route, WrittenJson } from './http.ts';
import { type Answer, answerOnce } from './idempotency.ts';
import { parseBody, parseParams, parseQuery } from './request-input.ts';

export function mountRoutes(app: FastifyInstance, gate: Gate, routes: readonly Route[]): void {
  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      bodyLimit: endpoint.bodyBytesMax ?? bodyBytesMax(endpoint),
      config: endpoint.limitPerMinute ? { rateLimit: { max: endpoint.limitPerMinute } } : {},
      handler: (request, reply) => answer(gate, route, request, reply),
    });
  }
  refuseOtherMethods(app, routes);
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses other methods on paths of the public API and lists the allowed ones. Other paths treat such a request as not found.
 */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const allowed = new Map<string, Method[]>();
  for (const { endpoint } of routes) {
    if (!endpoint.path.startsWith('/api/v1/')) continue;
    const url = fastifyPath(endpoint.path);
    allowed.set(url, [...(allowed.get(url) ?? []), endpoint.method]);
  }
  for (const [url, own] of allowed) {
    const allow = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      method: methods.filter((method) => !own.includes(method)),
      url,
      // Adds no HEAD route: GET routes have one already, and other paths answer HEAD with 404.
      exposeHeadRoute: false,
      async onRequest(_, reply) {
        void reply.header('allow', allow.join(', '));
        throw new ApiError('method_not_allowed');
      },
      handler: () => undefined,
    });
  }
}

/** Maximum body size in bytes without a session. It is small, because anyone can send such a body. */
const bodyBytesMaxOpenToAll = 16_384;
const bodyBytesMaxSignedIn = 262_144;

function bodyBytesMax({ access }: Endpoint): number {
  const isOpenToAll = access === 'public' || access === 'optional';
  return isOpenToAll ? bodyBytesMaxOpenToAll : bodyBytesMaxSignedIn;
}

/**
 * Converts a path to Fastify's syntax. Fastify prefers a literal over a parameter in the same position, in whatever order
 * routes are mounted.
 */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function answer(
  gate: Gate,
  { endpoint, admit: admitFurther, prepare, handler }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const params = parseParams(request.params);
  const scope = await admit(gate, endpoint, params, request);
  await admitFurther?.(scope as SessionScope);
  const query = parseQuery(endpoint, request.query);
  const body = parseBody(endpoint, request.body);
  const prepared = await prepare?.({ params, query, body, scope } as Call<Endpoint>);
  const act = async (inScope: typeof scope): Promise<Answer> => {
    const call = { params, query, body, scope: inScope, request, reply } as unknown;
    const result = await handler(call as Call<Endpoint>, prepared);
    return { status: successStatus(endpoint), body: present(endpoint, result) };
  };
  const isAnsweredOnce = endpoint.idempotent && scope.actor !== null;
  const { status, body: result } = isAnsweredOnce
    ? await answerOnce(gate.secret, scope, request, act)
    : await act(scope);
  if (endpoint.changes) await tellChange(gate, endpoint.changes, { scope, params, request });
  // The handler has sent the response itself, for example as a stream.
  if (reply.sent) return reply;
  void reply.code(status);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  if (endpoint.response === 'nothing') return reply.send();
  if (endpoint.response === 'text') void reply.type('text/plain; charset=utf-8');
  if (result instanceof WrittenJson)
    return reply.type('application/json; charset=utf-8').send(answerOf(result.parts));
  if (!hasTag(endpoint)) return reply.send(result);
  const text = JSON.stringify(result);
  const tag = tagOf(text, (result as { version?: unknown } | null)?.version);
  void reply.header('etag', tag);
  // Only for GET: in the response to a change, the tag describes the new state.
  if (endpoint.method === 'GET' && isKnown(tag, request.headers)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Notifies other open pages of a change. The change itself is complete even if this fails. */
async function tellChange(
  { db, news }: Gate,
  part: OrganizationPart,
  call: { scope: object; params: Record<string, string>; request: FastifyRequest },
): Promise<void> {
  const { scope, params, request } = call;
  const organizationId =
    'organizationId' in scope ? String(scope.organizationId) : (params.orgId ?? '');
  const tab = /^[\w-]{1,64}$/.exec(String(request.headers[tabHeader] ?? ''))?.[0];
  await news
    .publish(db, organizationTopic(organizationId), { kind: 'changed', part, tab })
    .catch((error: unknown) => request.log.warn({ err: error }, 'A change could not be told'));
}

function successStatus(endpoint: Endpoint): number {
  return endpoint.status ?? (endpoint.response === 'nothing' ? 204 : 200);
}

/** Reduces a result to the fields that the contract declares, so that nothing else leaves the server. */
function present(endpoint: Endpoint, result: unknown): unknown {
  if (typeof endpoint.response === 'string' || result instanceof WrittenJson) return result;
  const parsed = z.safeParse(endpoint.response, result);
  if (parsed.success) return parsed.data;
  throw new ApiError('internal', {
    cause: new Error(`${endpoint.method} ${endpoint.path} answers against its contract`, {
      cause: parsed.error,
    }),
  });
}
