import { allEndpoints, type Endpoint, publicSchemaFacts, publicSchemas } from '@parley/contract';
import type { ApiDescription } from './platform/http/openapi.ts';
import { version } from './version.ts';

const publicText = `
What programs do with an API key: nearly all that people do in the dashboard.

**Key.** Create one on your [account page](/account) and send it with every request:
\`Authorization: Bearer parley_…\`. It acts for you in one organization, within the limits of your role.

**Pages.** Lists answer \`{ items, nextCursor }\`. Send \`nextCursor\` as \`cursor\` to get the next
page; it is null at the end.

**Once.** Requests that create or start something accept an \`Idempotency-Key\`. Repeated with the same key
within a day, the request is answered like the first and does nothing. Another request with the same key gets 422.

**Limits.** 600 requests per minute and address; the headers \`x-ratelimit-*\` say what is left, and
a refusal (429) says in \`retry-after\` when to come back.

**Methods.** A path responds with 405 to a method that it does not support, and lists the supported ones in \`allow\`.

**Errors** are \`application/problem+json\` (RFC 9457) with a \`code\`. The codes do not change; the words do.
`;

const internalText = `
What the dashboard calls. It changes with the dashboard; programs use the [public API](/docs).
`;

const isPublic = ({ path }: Endpoint): boolean => path.startsWith('/api/v1/');

/** API descriptions by the path that serves them. */
export const apiDescriptions: Record<string, ApiDescription> = {
  '/docs': {
    title: 'Parley API',
    description: publicText,
    version,
    base: '/api/v1',
    endpoints: allEndpoints.filter(isPublic),
    schemas: publicSchemas,
    schemaFacts: publicSchemaFacts,
  },
  '/docs/internal': {
    title: 'Parley dashboard API',
    description: internalText,
    version,
    base: '',
    endpoints: allEndpoints.filter((endpoint) => !isPublic(endpoint)),
    schemas: {},
    schemaFacts: {},
  },
};
