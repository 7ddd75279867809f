import { catalogue, type Plan, type PlanId } from '@parley/contract';

const names: Record<PlanId, string> = {
  trial: 'Trial',
  startup: 'Startup',
  'contact-centers': 'Contact Centers',
  enterprise: 'Enterprise',
  'self-hosted': 'Self-hosted',
};

const all = catalogue.providerPlatforms;

const platforms: Record<PlanId, readonly Plan['benefits']['platforms'][number][]> = {
  trial: ['phone', 'webchat'],
  startup: ['phone', 'webchat'],
  'contact-centers': ['phone', 'webchat'],
  enterprise: all,
  'self-hosted': all,
};

export const plans: Plan[] = (Object.keys(names) as PlanId[]).map((id) => ({
  id,
  name: names[id],
  benefits: { platforms: [...platforms[id]] },
}));
