/** The descriptions of the API (OpenAPI 3.1), made from the contract, and their pages. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Endpoint, type ErrorCode, errors } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { referenceTheme, swaggerStyle } from './api-reference-theme.ts';

export interface ApiDescription {
  title: string;
  /** Markdown. */
  description: string;
  version: string;
  endpoints: readonly Endpoint[];
}

/** Responses that any endpoint may give. */
const errorsOfAll: ErrorCode[] = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'unavailable',
];

type JsonSchema = Record<string, unknown>;

/** Serves the description as `{path}/json` and, for people, as a page at the path. */
export async function mountApiDescription(
  app: FastifyInstance,
  path: string,
  description: ApiDescription,
): Promise<void> {
  const document = documentOf(description);
  // In a context of its own, so that there can be several.
  await app.register(async (context) => {
    await context.register(swagger, {
      mode: 'static',
      specification: { document: document as never },
    });
    await context.register(swaggerUi, {
      routePrefix: path,
      theme: referenceTheme(description.title),
      transformStaticCSP: (policy) =>
        policy.replace("style-src 'self'", (sources) => `${sources} ${swaggerStyle}`),
      uiHooks: {
        // Swagger UI looks for the description behind the whole address, with all that was asked of it.
        onRequest: (request, reply, done) => {
          if (request.url.startsWith(`${path}?`)) void reply.redirect(path);
          else done();
        },
      },
      uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1, tryItOutEnabled: true },
    });
  });
}

/** Made once: an API has hundreds of schemas. */
const documents = new WeakMap<ApiDescription, JsonSchema>();

function documentOf(description: ApiDescription): JsonSchema {
  const document = documents.get(description) ?? describeApi(description);
  documents.set(description, document);
  return document;
}

function describeApi({ title, description, version, endpoints }: ApiDescription): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describeEndpoint(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    // Relative to where the description is served: this installation.
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key of the account page.' },
      },
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
  return {
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...securityOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  };
}

function securityOf({ access }: Endpoint): JsonSchema {
  if (access === 'public') return {};
  if (access === 'optional') return { security: [{}, { session: [] }] };
  const isByKey = typeof access === 'object' && 'apiKey' in access;
  return { security: [isByKey ? { apiKey: [] } : { session: [] }] };
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeated with the same key within a day, the request is answered like the first.',
  schema: { type: 'string', maxLength: 200 },
};

/** What an endpoint is about, by the first of these parts that its path has: `…/suites/{suiteId}/runs` is about runs. */
const groups: [part: string, name: string][] = [
  ['runs', 'Runs'],
  ['loadtests', 'Load tests'],
  ['loadtarget', 'Load tests'],
  ['monitors', 'Monitors'],
  ['exclusion-calendars', 'Exclusion calendars'],
  ['alert', 'Alerts'],
  ['status-page', 'Status page'],
  ['usage', 'Usage'],
  ['billing', 'Billing'],
  ['api-keys', 'API keys'],
  ['single-sign-on', 'Single sign-on'],
  ['audit', 'Audit log'],
  ['explorations', 'Explorations'],
  ['devices', 'Virtual devices'],
  ['history', 'History'],
  ['suites', 'Test suites'],
  ['testsuites', 'Test suites'],
  ['projects', 'Projects'],
  ['operations', 'Operations'],
  ['organizations', 'Organizations'],
  ['users', 'Users'],
  ['settings', 'Settings'],
  ['shared-runs', 'Runs'],
  ['auth', 'Signing in'],
  ['login', 'Signing in'],
  ['ibm', 'Signing in'],
];

function tagOf(path: string): string {
  return groups.find(([part]) => path.includes(`/${part}`))?.[1] ?? 'Other';
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
  else if (access !== 'public') codes.add('not_signed_in');
  if (typeof access === 'object') codes.add('not_allowed');
  if (typeof access === 'object' && !isByKey) codes.add('other_sign_in_needed');
  return codes;
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
}
