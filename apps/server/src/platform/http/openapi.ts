/** API descriptions (OpenAPI 3.1), generated from the contract, and their pages. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Endpoint, hasTag, operationIdOf } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { referenceTheme, swaggerStyle } from './api-reference-theme.ts';
import { describeFailures, errorSchemas, sharedResponsesOf } from './openapi-errors.ts';
import { type Components, createComponents, type JsonSchema } from './openapi-schemas.ts';

export interface ApiDescription {
  title: string;
  /** Markdown text. */
  description: string;
  version: string;
  /** Prefix of all paths, such as `/api/v1`; may be empty. */
  base: string;
  endpoints: readonly Endpoint[];
  /** Schemas by name. */
  schemas: Record<string, z.ZodMiniType>;
  /** Additional facts about the schemas, by schema name. */
  schemaFacts: Record<string, object>;
}

/** Serves the description as `{path}/json`, and as a page at the path. */
export async function mountApiDescription(
  app: FastifyInstance,
  path: string,
  description: ApiDescription,
): Promise<void> {
  const document = documentOf(description);
  // Each description needs a context of its own, because the plugins can be registered only once per context.
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
        // Swagger UI derives the address of the description from the page's address, including the query.
        onRequest: (request, reply, done) => {
          if (request.url.startsWith(`${path}?`)) void reply.redirect(path);
          else done();
        },
      },
      uiConfig: {
        docExpansion: 'list',
        defaultModelsExpandDepth: -1,
        tryItOutEnabled: true,
        // Only operations near the visible part of the page are drawn, so the browser's search finds no others.
        filter: true,
      },
    });
  });
}

/** Caches descriptions, because an API has hundreds of schemas. */
const documents = new WeakMap<ApiDescription, JsonSchema>();

function documentOf(description: ApiDescription): JsonSchema {
  const document = documents.get(description) ?? describeApi(description);
  documents.set(description, document);
  return document;
}

function describeApi(api: ApiDescription): JsonSchema {
  const { title, description, version, base, endpoints } = api;
  const components = createComponents(api.schemas, api.schemaFacts);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.slice(base.length);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeEndpoint(endpoint, components),
    };
  }
  const tags = [...new Set(endpoints.map((endpoint) => tagOf(endpoint.path)))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      contact: { name: 'Operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to the address of the description, so it means this installation.
    servers: [{ url: base || '/', description: 'This installation' }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      securitySchemes: securitySchemesOf(endpoints),
      responses: sharedResponsesOf(endpoints),
      schemas: { ...components.all(), ...errorSchemas },
    },
  };
}

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user.' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'A key of the account page.' },
};

function securitySchemesOf(endpoints: readonly Endpoint[]): JsonSchema {
  const used = new Set(endpoints.flatMap(({ access }) => schemesOf(access)));
  return Object.fromEntries(
    Object.entries(securitySchemes).filter(([name]) => used.has(name as Scheme)),
  );
}

type Scheme = keyof typeof securitySchemes;

function schemesOf(access: Endpoint['access']): Scheme[] {
  if (access === 'public') return [];
  return typeof access === 'object' && 'apiKey' in access ? ['apiKey'] : ['session'];
}

function describeEndpoint(endpoint: Endpoint, components: Components): JsonSchema {
  const operationId = operationIdOf(endpoint);
  const { summary, body, access } = endpoint;
  return {
    operationId,
    summary: summary.split(/[;.:] /)[0],
    description: [`${summary}.`, permissionInWords(access)].filter(Boolean).join('\n\n'),
    tags: [tagOf(endpoint.path)],
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint, components),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
      ...(endpoint.checksTag ? [ifMatch] : []),
      ...(isReadByTag(endpoint) ? [ifNoneMatch] : []),
    ],
    security: access === 'optional' ? [{}, { session: [] }] : securityOf(access),
    ...(body && {
      requestBody: {
        required: body.safeParse({}).success === false,
        content: {
          'application/json': { schema: components.nameOf(`${operationId}Request`, body, 'input') },
        },
      },
    }),
    responses: { ...success(endpoint, components), ...describeFailures(endpoint) },
  };
}

function securityOf(access: Endpoint['access']): JsonSchema[] {
  return schemesOf(access).map((name) => ({ [name]: [] }));
}

function permissionInWords(access: Endpoint['access']): string {
  if (typeof access !== 'object') return '';
  return `Permission: \`${'apiKey' in access ? access.apiKey : access.organization}\`.`;
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeated with the same key within a day, the request is answered like the first.',
  schema: { type: 'string', maxLength: 200 },
};

const ifMatch: JsonSchema = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the version that the change starts from; 412 if it is another by now.',
  schema: { type: 'string', maxLength: 200 },
};

const ifNoneMatch: JsonSchema = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of the response before; 304 without a body if nothing has changed.',
  schema: { type: 'string', maxLength: 1000 },
};

const isReadByTag = (endpoint: Endpoint) => endpoint.method === 'GET' && hasTag(endpoint);

const etag = {
  etag: { description: 'Changes with the response.', schema: { type: 'string' } },
};

/**
 * Groups of endpoints. The first part in this list that a path contains decides, so `…/suites/{suiteId}/runs` belongs to runs.
 */
const groups: [part: string, name: string][] = [
  ['runs', 'Runs'],
  ['environments', 'Environments'],
  ['lint', 'Test suites'],
  ['v1/overview', 'Overview'],
  ['loadtests', 'Load tests'],
  ['loadtarget', 'Load tests'],
  ['load-t', 'Load tests'],
  ['incident', 'Incidents'],
  ['monitors', 'Monitors'],
  ['monitoring-stops', 'Monitors'],
  ['exclusion-calendars', 'Exclusion calendars'],
  ['holiday-sets', 'Exclusion calendars'],
  ['alert', 'Alerts'],
  ['status-page', 'Status page'],
  ['usage', 'Usage'],
  ['billing', 'Billing'],
  ['api-keys', 'API keys'],
  ['webhooks', 'Webhooks'],
  ['suite-standings', 'Overview'],
  ['single-sign-on', 'Single sign-on'],
  ['audit', 'Audit log'],
  ['explorations', 'Explorations'],
  ['pickers', 'Explorations'],
  ['recordings', 'Recordings'],
  ['devices', 'Virtual devices'],
  ['history', 'History'],
  ['suites', 'Test suites'],
  ['testsuites', 'Test suites'],
  ['projects', 'Projects'],
  ['operations', 'Operations'],
  ['organizations', 'Organizations'],
  ['v1/organization', 'Organizations'],
  ['v1/members', 'Organizations'],
  ['v1/invitations', 'Organizations'],
  ['users', 'Users'],
  ['settings', 'Settings'],
  ['shared-runs', 'Runs'],
  ['auth', 'Signing in'],
  ['login', 'Signing in'],
  ['ibm', 'Signing in'],
];

const tagDescriptions: Record<string, string> = {
  Alerts: 'Who is told when a monitor fails, and by which channel.',
  'Exclusion calendars': 'Windows in which monitors do not run.',
  Environments: 'Variables and secrets that a suite is run with, such as those of staging.',
  Incidents: 'Monitored suites that fail, from the first failure to the end.',
  Monitors: 'Test suites that run on a schedule.',
  Overview: 'What fails at the moment, and why.',
  Projects: 'Folders of test suites.',
  Recordings: 'What the prompts of phone lines are compared with.',
  Runs: 'Suites carried out against their bots, with results.',
  'Test suites': 'Texts in the test language.',
  Usage: 'What counts towards the plan.',
  Webhooks: 'Signed messages to programs when something happens.',
  'Virtual devices': 'Who tests are run as: visitors of a webchat and callers.',
};

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

function queryParameters({ query }: Endpoint, components: Components): JsonSchema[] {
  if (!query) return [];
  const schema = components.describe(query, 'input') as {
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

function success(endpoint: Endpoint, components: Components): Record<string, JsonSchema> {
  const { response, status } = endpoint;
  if (response === 'nothing') return { [status ?? 204]: { description: 'Done' } };
  const content =
    response === 'text'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : response === 'file'
        ? { [endpoint.fileType ?? 'application/octet-stream']: { schema: { type: 'string' } } }
        : {
            'application/json': {
              schema: components.nameOf(`${operationIdOf(endpoint)}Result`, response, 'output'),
            },
          };
  return {
    [status ?? 200]: { description: 'Done', ...(hasTag(endpoint) && { headers: etag }), content },
    ...(isReadByTag(endpoint) && { 304: { description: 'Not changed.' } }),
  };
}
