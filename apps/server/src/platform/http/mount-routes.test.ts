import { projects } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assembleModules } from '../../api.ts';
import { createAuthenticateKey } from '../../modules/api-keys/api-keys.ts';
import { projectsRoutes } from '../../modules/projects/projects.ts';
import { callApi } from '../../test/call-api.ts';
import { createTenant, type Member, memberOf } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import type { Route } from './http.ts';
import { mountRoutes } from './mount-routes.ts';
import { createWebServer } from './web-server.ts';

let app: TestApp;
let server: FastifyInstance;
let ada: Member;

/** `begun` resolves when a body is being read; `read` lets the reading finish. */
const begun = Promise.withResolvers<void>();
const read = Promise.withResolvers<void>();

const takesLong = (route: Route): Route => ({
  ...route,
  async prepare() {
    begun.resolve();
    await read.promise;
  },
});

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  const { owner, organizationId } = await createTenant(app);
  const { db, news, config } = app.platform;
  const { authenticate } = assembleModules(app.platform);
  const authenticateKey = createAuthenticateKey(db);
  const routes = projectsRoutes(async () => undefined).map((route) =>
    route.endpoint === projects.createProject ? takesLong(route) : route,
  );
  server = await createWebServer(app.platform);
  mountRoutes(server, { db, authenticate, authenticateKey, news, secret: config.secret }, routes);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  ada = memberOf({ call: (endpoint, call) => callApi(url, endpoint, call) }, owner, organizationId);
});

afterAll(async () => {
  read.resolve();
  await server.close();
  await app.close();
});

it('a slow body delays nobody, even for an idempotent request', async () => {
  const headers = { 'idempotency-key': 'takes-long' };
  const creating = ada.call(projects.createProject, { headers, body: { name: 'Bank' } });
  await begun.promise;
  expect((await ada.call(projects.listProjects)).body).toEqual([]);
  read.resolve();
  expect((await creating).status).toBe(201);
});
