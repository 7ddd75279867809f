/**
 * Serves the Model Context Protocol over streamable HTTP, with an API key. It is not part of the contract, because the protocol
 * defines its own methods and messages. Each tool calls the public API with the key of the request, which therefore determines
 * permissions and rate limits.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isJsonType } from '@parley/contract';
import { createMcpServer, type ParleyApi } from '@parley/mcp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { enterWithKey } from '../../platform/http/access.ts';
import type { AuthenticateKey } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';

const mcpPath = '/api/v1/mcp';

/** Maximum size of a message in bytes. The largest messages contain the text of a suite to check. */
const messageBytesMax = 262_144;

export function mountMcp(
  app: FastifyInstance,
  { db, config }: Platform,
  authenticateKey: AuthenticateKey,
): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    bodyLimit: messageBytesMax,
    // Runs before the body is read.
    async preParsing(request, reply) {
      refuseForeignOrigin(request);
      // Requires permission to read runs, because no tool is useful without it.
      void reply.header('www-authenticate', 'Bearer');
      await enterWithKey({ db, authenticateKey }, 'runs.read', request);
      void reply.removeHeader('www-authenticate');
    },
    handler: (request, reply) => {
      if (request.method !== 'POST') {
        void reply.header('allow', 'POST');
        throw new ApiError('method_not_allowed');
      }
      return answer(app, config.publicUrl, request, reply);
    },
  });
}

/** Refuses requests from pages of other sites. Programs send no origin. */
function refuseForeignOrigin({ headers: { origin, host } }: FastifyRequest): void {
  if (origin === undefined) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ApiError('not_allowed', {
    message: 'Pages from other origins cannot use this address.',
    hint: 'Connect from a program instead of a page.',
  });
}

async function answer(
  app: FastifyInstance,
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const api = apiWithin(app, publicUrl, request);
  // The server never changes anything by itself, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createMcpServer(api, version), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  try {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !name.startsWith(':') ? [[name, value] as [string, string]] : [],
    );
    const asked = new Request(new URL(mcpPath, publicUrl), { method: 'POST', headers });
    const response = await handler.fetch(asked, { parsedBody: request.body });
    void reply.code(response.status).header('cache-control', 'no-store');
    const type = response.headers.get('content-type');
    if (type !== null) void reply.type(type);
    return reply.send(await response.text());
  } finally {
    await handler.close();
  }
}

/** Calls the public API in this process, with the IP address and the key of the request. */
function apiWithin(app: FastifyInstance, publicUrl: string, request: FastifyRequest): ParleyApi {
  const { host = '', authorization = '' } = request.headers;
  return {
    async call(method, path, body, idempotencyKey) {
      const response = await app.inject({
        method,
        url: `/api/v1${path}`,
        remoteAddress: request.ip,
        headers: {
          host,
          authorization,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { payload: body }),
      });
      const isJson = isJsonType(String(response.headers['content-type']));
      return { status: response.statusCode, body: isJson ? response.json() : undefined };
    },
    pageOfRun: (runId) => `${publicUrl}/history/testruns/${encodeURIComponent(runId)}`,
  };
}
