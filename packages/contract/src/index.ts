/** The API on one screen: every endpoint by module and name. */
import * as catalogue from './catalogue.ts';
import * as identity from './identity.ts';
import * as inbox from './inbox.ts';
import * as organizations from './organizations.ts';
import * as projects from './projects.ts';
import * as runs from './runs.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as suites from './suites.ts';

export * from './all-endpoints.ts';
export type { Installation, Locale, Plan, PlanId, Voice } from './catalogue.ts';
export { planAllowsMonitoring } from './catalogue.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export { emailPattern, nameLengthMax } from './fields.ts';
export type { User, UserProperty } from './identity.ts';
export * from './live.ts';
export type { Invitation, Member, Organization, Subscription, Usage } from './organizations.ts';
export * from './permissions.ts';
export type { Project } from './projects.ts';
export type { RunStatus, RunSummary, SequencedEvent } from './runs.ts';
export type { SingleSignOn } from './single-sign-on.ts';
export type { StoredSuite, SuiteSummary } from './suites.ts';
export { catalogue, identity, inbox, organizations, projects, runs, singleSignOn, suites };
