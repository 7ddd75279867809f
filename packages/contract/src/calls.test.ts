/** The calls that the specification lists, by method, address and who may make them. */
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

/** With the session of a user, whatever else they need. */
const signedIn = 'signed in';

const calls = [
  ['A-296', identity.getUser, 'GET', user, 'optional'],
  ['A-297', identity.updateUser, 'PUT', user, signedIn],
  ['A-298', identity.patchUserProperty, 'PATCH', `${user}/property/{}`, signedIn],
  ['A-299', identity.deleteUser, 'DELETE', '/users/{}', signedIn],
  ['A-300', identity.sendVerificationEmail, 'POST', `${user}/sendVerificationEmail`, signedIn],
  ['A-301', identity.verifyEmail, 'POST', '/internal/v1/users/verify/', 'public'],
  ['A-302', organizations.listOrganizations, 'GET', `${user}/organizations`, signedIn],
  ['A-303', organizations.getOrganization, 'GET', organization, signedIn],
  ['A-304', organizations.updateOrganization, 'PUT', organization, signedIn],
  ['A-306', organizations.activateOrganization, 'POST', `${organization}/activate`, 'optional'],
  ['A-307', organizations.createOrganization, 'POST', `${user}/organizations`, signedIn],
  ['A-309', organizations.getUsage, 'GET', `${organization}/usage`, signedIn],
  ['A-310', organizations.changeMemberRole, 'PUT', `${organization}/members/{}`, signedIn],
  ['A-311', organizations.removeMember, 'DELETE', `${organization}/members/{}`, signedIn],
  ['A-312, S-259', organizations.invite, 'POST', `${organization}/invitations`, signedIn],
  ['A-313', organizations.resendInvitation, 'PUT', `${organization}/invitations/{}`, signedIn],
  ['A-314', organizations.deleteInvitation, 'DELETE', `${organization}/invitations/{}`, signedIn],
  ['A-315', organizations.listOrganizationsOfDomain, 'GET', `${ofOrganization}/domain`, 'optional'],
  [
    'A-317, A-318',
    organizations.getInvitationDetails,
    'GET',
    `${ofOrganization}/{}/invitations/{}`,
    'public',
  ],
  ['A-319', organizations.acceptInvitation, 'PUT', `${ofOrganization}/{}/invitations/{}`, signedIn],
  ['A-323', identity.validateEmail, 'POST', '/internal/v1/login/validateEmail', 'public'],
  ['A-324', identity.tokenForSAML, 'POST', '/internal/v1/users/tokenForSAML', 'public'],
  ['A-325', identity.getLoginToken, 'GET', '/internal/v1/login/token/{}', 'public'],
  ['A-326', identity.signInWithIbm, 'POST', '/internal/v1/ibm/auth', 'public'],
  ['A-327', catalogue.getSettings, 'GET', settings, signedIn],
  ['A-328', catalogue.listPlans, 'GET', `${settings}/plans`, signedIn],
  ['A-329', catalogue.listLocales, 'GET', `${settings}/locales`, signedIn],
  ['A-330', catalogue.listVoices, 'GET', `${settings}/voices`, signedIn],
  ['A-331', catalogue.getIntercomSettings, 'GET', `${settings}/intercom`, signedIn],
  [
    'A-332',
    identity.getIntercomUserHash,
    'GET',
    '/internal/v1/helpers/intercomUserHash/{}',
    signedIn,
  ],
  ['A-334', inbox.generateLead, 'POST', '/generateParleyLead', 'public'],
  ['S-232, S-242', projects.listProjects, 'GET', project, signedIn],
  ['S-233', projects.getProject, 'GET', `${project}/{}`, signedIn],
  ['S-234', projects.getProjectHierarchy, 'GET', `${project}/hierarchy`, signedIn],
  ['S-235', projects.createProject, 'POST', project, signedIn],
  ['S-236', projects.updateProject, 'PUT', `${project}/{}`, signedIn],
  ['S-237', projects.deleteProject, 'DELETE', `${project}/{}`, signedIn],
  ['S-238', projects.listSubprojects, 'GET', `${project}/{}/subprojects`, signedIn],
  ['S-239', projects.createSubproject, 'POST', `${project}/{}/subprojects`, signedIn],
  ['S-240, S-207', projects.validateProjectName, 'GET', `${project}/validate-name`, signedIn],
  ['S-241, S-208', projects.canDeleteProject, 'GET', `${project}/{}/can-delete`, signedIn],
  ['S-243', suites.listSuites, 'GET', suite, signedIn],
  ['S-244', suites.getSuite, 'GET', `${suite}/{}`, signedIn],
  ['S-245', suites.pageSuites, 'GET', `${suite}/list`, signedIn],
  ['S-247', suites.setMonitoring, 'PUT', `${suite}/{}/monitoring`, signedIn],
  ['S-248', suites.deleteSuite, 'DELETE', `${suite}/{}`, signedIn],
  ['S-249', suites.cloneSuite, 'POST', `${suite}/{}/clone`, signedIn],
  ['S-250', suites.renameSuite, 'PATCH', `${suite}/{}`, signedIn],
  ['S-251', suites.createSuite, 'POST', suite, signedIn],
  ['S-252', suites.moveSuite, 'PUT', `${suite}/{}/project`, signedIn],
  ['S-253', suites.updateSuite, 'PUT', `${suite}/{}`, signedIn],
  ['S-255', suites.downloadSuite, 'GET', `${suite}/{}/download`, signedIn],
  ['S-258', inbox.sendFeedback, 'POST', '/internal/v1/helpers/feedback', signedIn],
] as const satisfies (readonly [ids: string, Endpoint, method: string, path: string, by: string])[];

function callerOf({ access }: Endpoint): string {
  return typeof access === 'string' && access !== 'session' ? access : signedIn;
}

it.each(calls)('[%s] $1.summary: $1.method $1.path', (_, endpoint, method, path, by) => {
  expect(endpoint.method).toBe(method);
  expect(endpoint.path.replaceAll(/\{\w+\}/g, '{}')).toBe(path);
  expect(callerOf(endpoint)).toBe(by);
});

it('[A-332] the hash for the support chat comes as text', () => {
  expect(identity.getIntercomUserHash.response).toBe('text');
});

/** What stands behind the question mark, and for which calls. */
it.each([
  ['A-301', identity.verifyEmail, ['email']],
  ['A-315', organizations.listOrganizationsOfDomain, ['email']],
  ['A-317', organizations.getInvitationDetails, ['token']],
  ['S-240', projects.validateProjectName, ['name', 'parentId', 'excludeId']],
  [
    'S-242',
    projects.listProjects,
    ['page', 'pageSize', 'search', 'sortBy', 'sortOrder', 'parentId'],
  ],
  ['S-243', suites.listSuites, ['page', 'pageSize', 'platform', 'search', 'projectId']],
  [
    'S-245',
    suites.pageSuites,
    ['page', 'pageSize', 'platform', 'search', 'projectId', 'sortField', 'sortDirection'],
  ],
  ['S-249', suites.cloneSuite, ['projectId']],
  ['S-255', suites.downloadSuite, ['format']],
] as const)('[%s] takes in the query of $1.path: %j', (_, { query }, names) => {
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

/** What is sent, all of which arrives. */
it.each([
  ['A-298', identity.patchUserProperty, { value: { betaUser: false } }],
  ['A-308', organizations.createOrganization, founded],
  ['A-319, A-182', organizations.acceptInvitation, invited],
  ['A-323', identity.validateEmail, { email: 'nora@acme.test' }],
  ['A-326', identity.signInWithIbm, { code: 'c1', instanceId: 'i-77', nonce: 'n1' }],
  ['A-334, A-181', inbox.generateLead, lead],
  ['S-239', projects.createSubproject, { name: 'Cards', parentProjectId: 'p1' }],
  ['S-247', suites.setMonitoring, { isMonitoring: true }],
  ['S-250', suites.renameSuite, { name: 'Greeting' }],
  ['S-252', suites.moveSuite, { projectId: 'p1' }],
  ['S-258, S-158', inbox.sendFeedback, feedback],
  ['S-259', organizations.invite, { email: 'ivan@acme.test', role: 'admin' }],
  ['S-260', organizations.changeMemberRole, { role: 'admin' }],
] as const)('[%s] takes the body of $1.path whole', (_, { body }, sent) => {
  expect(body.parse(sent)).toEqual(sent);
});
