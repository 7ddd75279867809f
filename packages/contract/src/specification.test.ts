import { describe, expect, it } from 'vitest';
import * as catalogue from './catalogue.ts';
import { pagination, role } from './fields.ts';
import * as identity from './identity.ts';
import * as inbox from './inbox.ts';
import { statusAllowsCustomSchedule } from './monitoring.ts';
import * as organizations from './organizations.ts';
import * as projects from './projects.ts';
import * as suites from './suites.ts';

const fieldsOf = (schema: { shape: object }) => Object.keys(schema.shape);

describe('the entities of the specification', () => {
  it('[A-013] providers supply five platforms', () => {
    const five = ['alexa', 'google', 'watson', 'phone', 'webchat'];
    expect(catalogue.providerPlatforms).toEqual(five);
    const { benefits } = catalogue.planSchema.shape;
    expect(benefits.parse({ platforms: five })).toEqual({ platforms: five });
    expect(benefits.safeParse({ platforms: ['sms'] }).success).toBe(false);
    const texts = ['id', 'label', 'defaultVoice'];
    const ofLocale = fieldsOf(catalogue.localeSchema).filter((name) => !texts.includes(name));
    expect(ofLocale.toSorted()).toEqual(five.toSorted());
  });

  it('[A-287] an organization knows three roles', () => {
    expect(role.options.toSorted()).toEqual(['admin', 'member', 'owner']);
  });

  it('[A-167] a subscription has one of four statuses', () => {
    const { status } = organizations.subscriptionSchema.shape;
    expect(status.options.toSorted()).toEqual(['disabled', 'enabled', 'trial', 'trialEnded']);
  });

  it.each([
    ['A-162', identity.onboardingDataSchema, ['ibm', 'organizationName']],
    [
      'A-163, S-155',
      organizations.organizationSchema,
      [
        'apiURL',
        'creationDate',
        'id',
        'invitations',
        'members',
        'name',
        'requiresActivation',
        'subscription',
      ],
    ],
    ['A-164', organizations.subscriptionSchema, ['endDate', 'planId', 'status']],
    ['A-169', catalogue.planSchema.shape.benefits, ['platforms']],
    [
      'A-170, A-171',
      catalogue.localeSchema,
      ['alexa', 'defaultVoice', 'google', 'id', 'label', 'phone', 'watson', 'webchat'],
    ],
    ['A-172, A-173', catalogue.localeSchema.shape.alexa, ['disable', 'disabled', 'voices']],
    ['A-174', catalogue.voiceSchema, ['id', 'provider']],
    ['A-176', organizations.getInvitationDetails.response, ['hasAuthUser', 'organizationName']],
    ['A-177', identity.validateEmail.response, ['isDisposable', 'isFreeMail']],
    ['A-178, A-324', identity.tokenForSAML.response, ['authToken']],
    ['A-179', identity.signInWithIbm.response, ['authToken', 'isNewUser']],
    ['A-320', organizations.acceptInvitation.response, ['accepted']],
    ['S-147, S-234', projects.getProjectHierarchy.response, ['flatProjects']],
    ['S-152', suites.pageSuites.response, ['items', 'pagination']],
    [
      'S-156',
      organizations.memberSchema,
      ['addedDate', 'email', 'id', 'lastActive', 'name', 'role'],
    ],
    ['S-157', organizations.invitationSchema, ['creationDate', 'email', 'id', 'role']],
  ] as const)('[%s] has nothing but its fields: %o', (_, schema, fields) => {
    expect(fieldsOf(schema).toSorted()).toEqual(fields);
  });

  it.each([
    ['A-162', identity.onboardingDataSchema.shape.ibm.def.innerType, ['instanceId', 'isNewUser']],
    ['S-146', projects.projectSchema, ['id', 'name', 'testSuiteCount', 'parentProjectId']],
    [
      'S-150',
      suites.suiteSummarySchema,
      [
        'id',
        'name',
        'description',
        'projectId',
        'platform',
        'lastModified',
        'monitoringConfig',
        'isMonitoring',
      ],
    ],
    ['S-152', pagination, ['page', 'pageSize', 'total']],
    [
      'A-160',
      identity.userSchema,
      [
        'id',
        'email',
        'name',
        'verified',
        'memberOf',
        'createdAt',
        'onboardingData',
        'jobTitle',
        'surveyCompleted',
      ],
    ],
    [
      'S-153',
      identity.userSchema,
      ['id', 'name', 'email', 'avatar', 'json', 'loadTestingEnabled', 'exploratoryTestingEnabled'],
    ],
  ] as const)('[%s] has among its fields: %o', (_, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining([...fields]));
  });

  it('[A-175] a voice comes from one of three providers', () => {
    expect(catalogue.voiceSchema.shape.provider.options).toEqual([
      'Amazon Polly',
      'Google Cloud Text-to-Speech',
      'Watson Text-to-Speech',
    ]);
  });

  it('[S-151] a suite is for webchat or phone, and all of them are only asked for', () => {
    expect(suites.platform.options.toSorted()).toEqual(['phone', 'webchat']);
    const { platform } = suites.listSuites.query.shape;
    expect(platform.parse('all')).toBe('all');
    expect(suites.suiteSummarySchema.shape.platform.safeParse('all').success).toBe(false);
  });

  it('[S-154] the json of a user is free', () => {
    const json = { betaUser: true, anything: { at: ['all'] } };
    expect(identity.userSchema.shape.json.parse(json)).toEqual(json);
  });

  it.each([
    [[{ id: 'o1', name: 'Acme', role: 'owner' }], true],
    [
      [
        { id: 'o1', name: 'Acme', role: 'owner' },
        { id: 'o2', name: 'Globex', role: 'member' },
      ],
      true,
    ],
    [[], true],
    ['o1', false],
  ])('[A-002, A-161] memberOf holds any number of organizations: %j is %s', (memberOf, fits) => {
    expect(identity.userSchema.shape.memberOf.safeParse(memberOf).success).toBe(fits);
  });
});

describe('the calls of the shell', () => {
  const { invite, changeMemberRole, removeMember, resendInvitation, deleteInvitation } =
    organizations;
  const endpoints = [projects, suites, inbox]
    .flatMap((module) => Object.values(module as Record<string, unknown>).filter(isEndpoint))
    .concat(invite, changeMemberRole, removeMember, resendInvitation, deleteInvitation)
    .concat(identity.patchUserProperty);

  it('[S-230] begin with /internal/v1, but for the lead, which goes to another server', () => {
    const others = endpoints.filter(({ path }) => !path.startsWith('/internal/v1/'));
    expect(endpoints.length).toBeGreaterThan(20);
    expect(others.map(({ path }) => path)).toEqual(['/generateParleyLead']);
  });

  it('[S-231] come with a session', () => {
    const open = endpoints.filter(({ access }) => access === 'public' || access === 'optional');
    expect(open.map(({ path }) => path)).toEqual(['/generateParleyLead']);
  });
});

describe('what a subscription allows', () => {
  it.each([
    ['startup', false],
    ['trial', true],
    ['enterprise', true],
    ['Startup', true],
    ['', true],
    [null, true],
    [undefined, true],
  ])('[S-228] monitoring on the plan %j: %s', (planId, isAllowed) => {
    expect(catalogue.planAllowsMonitoring(planId)).toBe(isAllowed);
  });

  it.each([
    ['enabled', true],
    ['trial', false],
    ['trialEnded', false],
    ['disabled', false],
    [null, false],
    [undefined, false],
  ])('[S-229] a custom schedule with the status %j: %s', (status, isAllowed) => {
    expect(statusAllowsCustomSchedule(status)).toBe(isAllowed);
  });
});

function isEndpoint(value: unknown): value is { path: string; access: unknown } {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
