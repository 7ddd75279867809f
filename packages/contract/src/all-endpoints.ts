import * as account from './account.ts';
import * as agents from './agents.ts';
import * as alerts from './alerts.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as catalogue from './catalogue.ts';
import * as devices from './devices.ts';
import type { Endpoint } from './endpoint.ts';
import * as environments from './environments.ts';
import * as examples from './examples.ts';
import * as explorations from './explorations.ts';
import * as forPrograms from './for-programs.ts';
import * as history from './history.ts';
import * as identity from './identity.ts';
import * as inbox from './inbox.ts';
import * as incidents from './incidents.ts';
import * as judges from './judges.ts';
import * as libraries from './libraries.ts';
import * as loadTests from './load-tests.ts';
import * as monitoring from './monitoring.ts';
import * as operations from './operations.ts';
import * as organizations from './organizations.ts';
import * as overview from './overview.ts';
import * as pickers from './pickers.ts';
import * as projects from './projects.ts';
import * as publicApi from './public-api.ts';
import * as quarantines from './quarantines.ts';
import * as recordings from './recordings.ts';
import * as runShares from './run-shares.ts';
import * as runs from './runs.ts';
import * as search from './search.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as statusPages from './status-pages.ts';
import * as suiteViews from './suite-views.ts';
import * as suites from './suites.ts';
import * as webhooks from './webhooks.ts';

const modules = {
  identity,
  account,
  singleSignOn,
  organizations,
  billing,
  projects,
  environments,
  agents,
  libraries,
  recordings,
  devices,
  suites,
  quarantines,
  runs,
  history,
  runShares,
  explorations,
  pickers,
  monitoring,
  statusPages,
  alerts,
  incidents,
  overview,
  suiteViews,
  search,
  judges,
  loadTests,
  examples,
  catalogue,
  inbox,
  apiKeys,
  webhooks,
  audit,
  operations,
  publicApi,
  forPrograms,
};

const named = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, exported]) =>
    isEndpoint(exported) ? [{ name, endpoint: exported }] : [],
  ),
);

/** All endpoints, for code that iterates over them: the API description and the tests. */
export const allEndpoints: readonly Endpoint[] = named.map(({ endpoint }) => endpoint);

const exportNames = new Map(named.map(({ name, endpoint }) => [endpoint, name]));

/** @returns the operation id of an endpoint in the API description; empty if the endpoint is not in `allEndpoints` */
export function operationIdOf(endpoint: Endpoint): string {
  return endpoint.operationId ?? exportNames.get(endpoint) ?? '';
}

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'access' in exported;
}
