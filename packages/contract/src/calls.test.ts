/** Tests the calls in the specification: method, path and permitted callers. */
import { expect, it } from 'vitest';
import * as catalogue from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import * as identity from './identity.ts';
import * as inbox from './inbox.ts';
import * as organizations from './organizations.ts';
import * as projects from './projects.ts';
import * as suites from './suites.ts';

const user = '/internal/v1/users/{}';
const organization = `${user}/organizations/{}`;
const ofOrganization = '/internal/v1/organizations';
const project = `${organization}/projects`;
const suite = `${organization}/testsuites`;
const settings = '/internal/v1/apps/dashboard/settings';

/** Any access that requires a signed-in user, regardless of other requirements. */
const signedIn = 'signed in';

const calls = [
  ['A-296', 'GET', user, 'optional', identity.getUser],
  ['A-297', 'PUT', user, signedIn, identity.updateUser],
  ['A-298, S-264', 'PATCH', `${user}/property/{}`, signedIn, identity.patchUserProperty],
  ['A-299', 'DELETE', '/users/{}', signedIn, identity.deleteUser],
  ['A-300', 'POST', `${user}/sendVerificationEmail`, signedIn, identity.sendVerificationEmail],
  ['A-301', 'POST', '/internal/v1/users/verify/', 'public', identity.verifyEmail],
  ['A-302', 'GET', `${user}/organizations`, signedIn, organizations.listOrganizations],
  ['A-303', 'GET', organization, signedIn, organizations.getOrganization],
  ['A-304', 'PUT', organization, signedIn, organizations.updateOrganization],
  ['A-306', 'POST', `${organization}/activate`, 'optional', organizations.activateOrganization],
  ['A-307', 'POST', `${user}/organizations`, signedIn, organizations.createOrganization],
  ['A-309', 'GET', `${organization}/usage`, signedIn, organizations.getUsage],
  ['A-310, S-260', 'PUT', `${organization}/members/{}`, signedIn, organizations.changeMemberRole],
  ['A-311, S-261', 'DELETE', `${organization}/members/{}`, signedIn, organizations.removeMember],
  ['A-312, S-259', 'POST', `${organization}/invitations`, signedIn, organizations.invite],
  [
    'A-313, S-262',
    'PUT',
    `${organization}/invitations/{}`,
    signedIn,
    organizations.resendInvitation,
  ],
  [
    'A-314, S-263',
    'DELETE',
    `${organization}/invitations/{}`,
    signedIn,
    organizations.deleteInvitation,
  ],
  ['A-315', 'GET', `${ofOrganization}/domain`, 'optional', organizations.listOrganizationsOfDomain],
  [
    'A-317, A-318',
    'GET',
    `${ofOrganization}/{}/invitations/{}`,
    'public',
    organizations.getInvitationDetails,
  ],
  ['A-319', 'PUT', `${ofOrganization}/{}/invitations/{}`, signedIn, organizations.acceptInvitation],
  ['A-323', 'POST', '/internal/v1/login/validateEmail', 'public', identity.validateEmail],
  ['A-324', 'POST', '/internal/v1/users/tokenForSAML', 'public', identity.tokenForSAML],
  ['A-325', 'GET', '/internal/v1/login/token/{}', 'public', identity.getLoginToken],
  ['A-326', 'POST', '/internal/v1/ibm/auth', 'public', identity.signInWithIbm],
  ['A-327', 'GET', settings, signedIn, catalogue.getSettings],
  ['A-328', 'GET', `${settings}/plans`, signedIn, catalogue.listPlans],
  ['A-329', 'GET', `${settings}/locales`, signedIn, catalogue.listLocales],
  ['A-330', 'GET', `${settings}/voices`, signedIn, catalogue.listVoices],
  ['A-331', 'GET', `${settings}/intercom`, signedIn, catalogue.getIntercomSettings],
  [
    'A-332',
    'GET',
    '/internal/v1/helpers/intercomUserHash/{}',
    signedIn,
    identity.getIntercomUserHash,
  ],
  ['A-334', 'POST', '/generateParleyLead', 'public', inbox.generateLead],
  ['S-232, S-242', 'GET', project, signedIn, projects.listProjects],
  ['S-233', 'GET', `${project}/{}`, signedIn, projects.getProject],
  ['S-234', 'GET', `${project}/hierarchy`, signedIn, projects.getProjectHierarchy],
  ['S-235', 'POST', project, signedIn, projects.createProject],
  ['S-236', 'PUT', `${project}/{}`, signedIn, projects.updateProject],
  ['S-237', 'DELETE', `${project}/{}`, signedIn, projects.deleteProject],
  ['S-238', 'GET', `${project}/{}/subprojects`, signedIn, projects.listSubprojects],
  ['S-239', 'POST', `${project}/{}/subprojects`, signedIn, projects.createSubproject],
  ['S-240, S-207', 'GET', `${project}/validate-name`, signedIn, projects.validateProjectName],
  ['S-241, S-208', 'GET', `${project}/{}/can-delete`, signedIn, projects.canDeleteProject],
  ['S-243', 'GET', suite, signedIn, suites.listSuites],
  ['S-244', 'GET', `${suite}/{}`, signedIn, suites.getSuite],
  ['S-245', 'GET', `${suite}/list`, signedIn, suites.pageSuites],
  ['S-247', 'PUT', `${suite}/{}/monitoring`, signedIn, suites.setMonitoring],
  ['S-248', 'DELETE', `${suite}/{}`, signedIn, suites.deleteSuite],
  ['S-249', 'POST', `${suite}/{}/clone`, signedIn, suites.cloneSuite],
  ['S-250', 'PATCH', `${suite}/{}`, signedIn, suites.renameSuite],
  ['S-251', 'POST', suite, signedIn, suites.createSuite],
  ['S-252', 'PUT', `${suite}/{}/project`, signedIn, suites.moveSuite],
  ['S-253', 'PUT', `${suite}/{}`, signedIn, suites.updateSuite],
  ['S-255', 'GET', `${suite}/{}/download`, signedIn, suites.downloadSuite],
  ['S-258', 'POST', '/internal/v1/helpers/feedback', signedIn, inbox.sendFeedback],
] as const satisfies (readonly [ids: string, method: string, path: string, by: string, Endpoint])[];

function callerOf({ access }: Endpoint): string {
  return typeof access === 'string' && access !== 'session' ? access : signedIn;
}

it.each(calls)('[%s] is %s %s, %s', (_, method, path, by, endpoint) => {
  expect(endpoint.method).toBe(method);
  expect(endpoint.path.replaceAll(/\{\w+\}/g, '{}')).toBe(path);
  expect(callerOf(endpoint)).toBe(by);
});

it('[A-332] the hash for the support chat comes as text', () => {
  expect(identity.getIntercomUserHash.response).toBe('text');
});

it.each([
  ['S-242', undefined, projects.listProjects.query.parse({ page: 1 }).pageSize],
  ['S-242', 'name asc', sortOf(projects.listProjects.query.parse({}))],
  ['S-243, S-300', 10, suites.listSuites.query.parse({}).pageSize],
  ['S-245, S-246', 12, suites.pageSuites.query.parse({}).pageSize],
  ['S-245', 1, suites.pageSuites.query.parse({}).page],
  ['S-255', 'zip', suites.downloadSuite.query.parse({}).format],
  ['S-255', 'excel', suites.downloadSuite.query.parse({ format: 'excel' }).format],
])('[%s] takes %j where the query says nothing else', (_, wanted, taken) => {
  expect(taken).toBe(wanted);
});

function sortOf({ sortBy, sortOrder }: { sortBy: string; sortOrder: string }): string {
  return `${sortBy} ${sortOrder}`;
}

/** Query parameters in the specification. */
it.each([
  ['A-301', ['email'], identity.verifyEmail],
  ['A-315', ['email'], organizations.listOrganizationsOfDomain],
  ['A-317', ['token'], organizations.getInvitationDetails],
  ['S-240', ['name', 'parentId', 'excludeId'], projects.validateProjectName],
  [
    'S-242',
    ['page', 'pageSize', 'search', 'sortBy', 'sortOrder', 'parentId'],
    projects.listProjects,
  ],
  ['S-243', ['page', 'pageSize', 'platform', 'search', 'projectId'], suites.listSuites],
  [
    'S-245',
    ['page', 'pageSize', 'platform', 'search', 'projectId', 'sortField', 'sortDirection'],
    suites.pageSuites,
  ],
  ['S-249', ['projectId'], suites.cloneSuite],
  ['S-255', ['format'], suites.downloadSuite],
] as const)('[%s] takes in its query %j', (_, names, { query }) => {
  expect(Object.keys(query.shape)).toEqual(expect.arrayContaining([...names]));
});

const feedback = {
  userName: 'Nora Lind',
  email: 'nora@acme.test',
  feedback: 'More shortcuts, please.',
  timestamp: '2026-11-21T12:00:00.000Z',
  path: '/projects',
};
const lead = {
  firstNameCTA: 'Nora',
  lastNameCTA: 'Lind',
  emailNameCTA: 'nora@acme.test',
  companyCTA: 'Acme',
  page: 'onboarding',
  providers: [],
  request: 'trial',
};
const founded = {
  id: 'u1',
  name: 'Nora Lind',
  email: 'nora@acme.test',
  onboardingData: { organizationName: 'Acme' },
  jobTitle: 'QA Engineer',
  surveyCompleted: true,
};
const invited = { fullName: 'Nora Lind', jobTitle: 'Other', newsletter: false };

const written = {
  name: 'Greeting',
  description: 'Says hello',
  source: '',
  deviceId: 'd1',
  monitoringConfig: { everyMinutes: 15 },
};
const created = {
  name: 'Greeting',
  description: 'Says hello',
  projectId: 'p1',
  platform: 'phone',
  source: '',
  deviceId: 'd1',
};

/** Request bodies with fields that must all pass validation unchanged. */
it.each([
  ['A-298, S-264', identity.patchUserProperty, { value: { betaUser: false } }],
  ['A-308', organizations.createOrganization, founded],
  ['A-319, A-182', organizations.acceptInvitation, invited],
  ['A-323', identity.validateEmail, { email: 'nora@acme.test' }],
  ['A-326', identity.signInWithIbm, { code: 'c1', instanceId: 'i-77', nonce: 'n1' }],
  ['A-334, A-181', inbox.generateLead, lead],
  ['S-239', projects.createSubproject, { name: 'Cards', parentProjectId: 'p1' }],
  ['S-247', suites.setMonitoring, { isMonitoring: true }],
  ['S-235, S-236', projects.createProject, { name: 'Cards', description: 'All of them' }],
  ['S-236', projects.updateProject, { name: 'Cards', description: 'All of them' }],
  ['S-239', projects.createSubproject, { name: 'Cards', description: '', parentProjectId: 'p1' }],
  ['S-251', suites.createSuite, created],
  ['S-253, S-254', suites.updateSuite, { ...written, version: 3 }],
  ['S-250', suites.renameSuite, { name: 'Greeting' }],
  ['S-252', suites.moveSuite, { projectId: 'p1' }],
  ['S-258, S-158', inbox.sendFeedback, feedback],
  ['S-259', organizations.invite, { email: 'ivan@acme.test', role: 'admin' }],
  ['S-260', organizations.changeMemberRole, { role: 'admin' }],
] as const)('[%s] takes its body whole', (_, { body }, sent) => {
  expect(body.parse(sent)).toEqual(sent);
});
