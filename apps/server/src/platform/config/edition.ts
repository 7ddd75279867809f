import { catalogue, type PlanId } from '@parley/contract';

export const editionNames = ['self-hosted', 'hosted'] as const;

/** Kind of service of an installation. All differences are here, as data. */
export interface Edition {
  name: (typeof editionNames)[number];
  /** Start of a new organization, and its days; null without an end. */
  beginning: { status: 'enabled' | 'trial'; planId: PlanId; days: number | null };
  /** People with access to per-person areas, if no setting names them. */
  areasFor: string[];
  /** True if accounts need an address that is neither free-mail nor disposable. */
  needsCompanyEmail: boolean;
  /** In other editions, operators set plans, and nobody is sent to sales. */
  sellsPlans: boolean;
}

const editions: Record<Edition['name'], Omit<Edition, 'name'>> = {
  'self-hosted': {
    beginning: { status: 'enabled', planId: catalogue.selfHostedPlanId, days: null },
    areasFor: ['*'],
    needsCompanyEmail: false,
    sellsPlans: false,
  },
  hosted: {
    beginning: { status: 'trial', planId: catalogue.trialPlanId, days: 14 },
    areasFor: [],
    needsCompanyEmail: true,
    sellsPlans: true,
  },
};

export function editionOf(name: Edition['name']): Edition {
  return { name, ...editions[name] };
}
