/** Job titles as specified. The lists for onboarding and invitations differ. */
export const onboardingJobTitles = [
  'Software Engineer',
  'Product Manager',
  'QA Engineer',
  'DevOps Engineer',
  'Solutions Architect',
  'Technical Lead',
  'Engineering Manager',
  'Other',
] as const;

export const invitationJobTitles = [
  'Product Owner/Manager',
  'Software Developer',
  'QA Analyst/Manager',
  'DevOps Engineer',
  'Solutions Architect',
  'Technical Lead',
  'Engineering Manager',
  'Other',
] as const;

export const otherJobTitle = 'Other';
