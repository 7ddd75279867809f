/** The description of the API (OpenAPI 3.1), made from the contract, and its page at /docs. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Endpoint, type ErrorCode, errors } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** What any endpoint may answer. */
const errorsOfAll: ErrorCode[] = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'unavailable',
];

type JsonSchema = Record<string, unknown>;

export async function mountApiDescription(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): Promise<void> {
  const document = describeApi(endpoints, version);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs' });
}

export function describeApi(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describeEndpoint(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: 'Test and monitor conversational applications.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { enum: Object.keys(errors) },
        message: { type: 'string' },
        hint: { type: 'string' },
        problems: { type: 'array', items: { type: 'object' } },
      },
    },
  },
};

function describeEndpoint(endpoint: Endpoint): JsonSchema {
  const needsSession = endpoint.access !== 'public';
  return {
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(needsSession && { security: endpoint.access === 'optional' ? [{}, session] : [session] }),
    ...(endpoint.body && {
      requestBody: {
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  };
}

const session = { session: [] };

/** The last literal part that names a thing: `…/projects/{projectId}/subprojects` is about projects. */
function tagOf(path: string): string {
  const known = ['runs', 'testsuites', 'projects', 'organizations', 'users', 'settings', 'auth'];
  return known.find((part) => path.includes(`/${part}`)) ?? 'other';
}

function pathParameters({ path }: Endpoint): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Endpoint): JsonSchema[] {
  if (!query) return [];
  const schema = jsonSchema(query, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

function success({ response, status }: Endpoint): Record<string, JsonSchema> {
  if (response === 'nothing') return { [status ?? 204]: { description: 'Done' } };
  const content =
    response === 'text'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : response === 'file'
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { schema: jsonSchema(response, 'output') } };
  return { [status ?? 200]: { description: 'Done', content } };
}

function failures(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, string[]>();
  for (const code of errorCodesOf(endpoint)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

function errorCodesOf({ access, path, errors: own = [] }: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...errorsOfAll, ...own]);
  if (path.includes('{')) codes.add('not_found');
  const isByKey = typeof access === 'object' && 'apiKey' in access;
  if (isByKey) codes.add('invalid_api_key');
  else if (access !== 'public' && access !== 'optional') codes.add('not_signed_in');
  if (typeof access === 'object') codes.add('not_allowed');
  return codes;
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
}
