import type { Plan, PlanId } from '@parley/contract';

const names: Record<PlanId, string> = {
  trial: 'Trial',
  startup: 'Startup',
  'contact-centers': 'Contact Centers',
  enterprise: 'Enterprise',
};

const platforms: Record<PlanId, Plan['benefits']['platforms']> = {
  trial: ['phone', 'webchat'],
  startup: ['phone', 'webchat'],
  'contact-centers': ['phone', 'webchat'],
  enterprise: ['alexa', 'google', 'watson', 'phone', 'webchat'],
};

export const plans: Plan[] = (Object.keys(names) as PlanId[]).map((id) => ({
  id,
  name: names[id],
  benefits: { platforms: platforms[id] },
}));
