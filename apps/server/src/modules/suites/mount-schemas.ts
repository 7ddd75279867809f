/**
 * Serves the JSON Schemas of suites, `testing.json` and `parley.config.yml` to editors. They need no key, because they are the same for everybody.
 */
import { deploySchema, suiteSchema, testingJsonSchema } from '@parley/suite/schema';
import type { FastifyInstance } from 'fastify';

const schemas = {
  suite: suiteSchema,
  testing: testingJsonSchema,
  'parley.config': deploySchema,
};

export function mountSchemas(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const text = JSON.stringify(schema());
    app.get(`/schema/${name}.json`, (_, reply) =>
      reply
        .type('application/schema+json')
        .header('cache-control', 'no-cache')
        // An editor in a browser has another origin.
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(text),
    );
  }
}
