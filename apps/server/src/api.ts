/** The role `api`: serves browsers and API clients. It does not execute runs. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { apiDescriptions } from './api-descriptions.ts';
import { apiKeysRoutes, createAuthenticateKey, exportKeys } from './modules/api-keys/api-keys.ts';
import { auditDeletions, auditRoutes } from './modules/audit/audit.ts';
import {
  billingDeletions,
  billingRoutes,
  mountStripeEvents,
  type UsageSources,
} from './modules/billing/billing.ts';
import { catalogueRoutes, signInMethods } from './modules/catalogue/catalogue.ts';
import { countAllDevices, devicesRoutes } from './modules/devices/devices.ts';
import { environmentsRoutes } from './modules/environments/environments.ts';
import { examplesRoutes } from './modules/examples/examples.ts';
import {
  explorationsDeletions,
  explorationsRoutes,
  followExploration,
} from './modules/explorations/explorations.ts';
import { historyRoutes } from './modules/history/history.ts';
import { createIdentity } from './modules/identity/identity.ts';
import { exportFeedback, inboxRoutes } from './modules/inbox/inbox.ts';
import { judgesRoutes, standingsOf } from './modules/judges/judges.ts';
import { librariesRoutes } from './modules/libraries/libraries.ts';
import { loadTestsDeletions, loadTestsRoutes } from './modules/load-tests/load-tests.ts';
import { listStoppedMonitors, monitoringRoutes } from './modules/monitoring/monitoring.ts';
import { operationsRoutes } from './modules/operations/operations.ts';
import {
  exportMemberships,
  joinInvitedBy,
  organizationsRoutes,
} from './modules/organizations/organizations.ts';
import { overviewDeletions, overviewRoutes } from './modules/overview/overview.ts';
import { pickersRoutes } from './modules/pickers/pickers.ts';
import { projectsRoutes } from './modules/projects/projects.ts';
import { mountMcp, offeredRoutes, publicApiRoutes } from './modules/public-api/public-api.ts';
import { quarantinesRoutes } from './modules/quarantines/quarantines.ts';
import { recordingsRoutes } from './modules/recordings/recordings.ts';
import {
  exportStartedRuns,
  forgetInRuns,
  mountLive,
  runSharesRoutes,
  runsDeletions,
  runsRoutes,
  type StandingsOf,
} from './modules/runs/runs.ts';
import { searchRoutes } from './modules/search/search.ts';
import { mountSpanReceiver } from './modules/spans/spans.ts';
import { countMonitoredTests, mountSchemas, suitesRoutes } from './modules/suites/suites.ts';
import { webhooksRoutes } from './modules/webhooks/webhooks.ts';
import type { Config } from './platform/config/config.ts';
import { createExports } from './platform/exports/exports.ts';
import { bootstrapMeta } from './platform/http/bootstrap-meta.ts';
import { guideFolder, mountGuide } from './platform/http/guide.ts';
import { mountGuides } from './platform/http/guides.ts';
import { mountHealth } from './platform/http/health.ts';
import type { Route } from './platform/http/http.ts';
import { listenError } from './platform/http/listen-error.ts';
import { mountRoutes } from './platform/http/mount-routes.ts';
import { mountApiDescription } from './platform/http/openapi.ts';
import type { Authenticate } from './platform/http/session.ts';
import { mountWebApp, webFolder } from './platform/http/web-app.ts';
import { createWebServer } from './platform/http/web-server.ts';
import type { Platform } from './platform/platform.ts';

export interface Api {
  /** Base URL of the server with the port in use; `localhost` if it listens on loopback or all addresses. */
  url: string;
  close(): Promise<void>;
}

interface Modules {
  authenticate: Authenticate;
  routes: Route[];
  mountSignIn(app: FastifyInstance): void;
}

/** Assembles sign-in and the routes of all modules. */
export function assembleModules(platform: Platform): Modules {
  const identity = createIdentity(platform, {
    deletions: [
      ...runsDeletions(platform),
      ...explorationsDeletions(platform),
      ...loadTestsDeletions,
      ...overviewDeletions,
      ...billingDeletions,
      ...auditDeletions,
    ],
    exports: {
      memberships: exportMemberships,
      apiKeys: exportKeys,
      feedback: exportFeedback,
      runsStarted: exportStartedRuns,
    },
    joinInvited: joinInvitedBy(platform.news),
  });
  const usage: UsageSources = {
    countDevices: countAllDevices,
    countMonitoredTests,
    listStoppedMonitors,
  };
  const exports = createExports();
  const judgeStandings: StandingsOf = (...about) => standingsOf(platform, ...about);
  const routes = [
    ...identity.routes,
    ...organizationsRoutes(platform),
    ...billingRoutes(platform, usage),
    ...apiKeysRoutes(),
    ...auditRoutes(exports),
    ...projectsRoutes(forgetInRuns),
    ...environmentsRoutes(platform),
    ...librariesRoutes(),
    ...recordingsRoutes(),
    ...devicesRoutes(platform, forgetInRuns),
    ...suitesRoutes(platform, forgetInRuns),
    ...quarantinesRoutes(platform),
    ...runsRoutes(platform, judgeStandings),
    ...judgesRoutes(platform),
    ...runSharesRoutes(platform),
    ...historyRoutes(platform, exports),
    ...explorationsRoutes(platform),
    ...pickersRoutes(platform),
    ...monitoringRoutes(platform),
    ...webhooksRoutes(platform),
    ...overviewRoutes(platform),
    ...searchRoutes(),
    ...loadTestsRoutes(platform),
    ...examplesRoutes(platform),
    ...catalogueRoutes(platform),
    ...inboxRoutes(platform),
    ...publicApiRoutes(platform, usage),
    ...operationsRoutes(platform, usage),
  ];
  return {
    authenticate: identity.authenticate,
    mountSignIn: identity.mount,
    routes: [...routes, ...offeredRoutes(routes)],
  };
}

export async function startApi(platform: Platform): Promise<Api> {
  const { config, db, news } = platform;
  const app = await createWebServer(platform);
  const { authenticate, routes, mountSignIn } = assembleModules(platform);
  const authenticateKey = createAuthenticateKey(db);
  mountRoutes(app, { db, authenticate, authenticateKey, news, secret: config.secret }, routes);
  mountLive(app, platform, authenticate, { exploration: followExploration });
  mountSignIn(app);
  mountStripeEvents(app, platform);
  mountSpanReceiver(app, platform, authenticateKey);
  mountMcp(app, platform, authenticateKey);
  mountSchemas(app);
  mountGuides(app);
  await mountGuide(app, guideFolder);
  const health = mountHealth(app, platform);
  for (const [path, description] of Object.entries(apiDescriptions)) {
    await mountApiDescription(app, path, description);
  }
  await mountWebApp(app, webFolder, bootstrapMeta(config.signIn, signInMethods(config)));
  await listen(app, config);
  const { port } = app.server.address() as AddressInfo;
  const host = ['127.0.0.1', '0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return { url: `http://${host}:${port}`, close: health.closeInOrder };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  const listenTextResolver = (address: string) =>
    `Parley serves at ${address.replace('127.0.0.1', 'localhost')}`;
  try {
    await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw listenError(error, { host, port, setting: 'PORT' });
  }
}
