import { catalogue, type PlanId } from '@parley/contract';

export const editionNames = ['self-hosted', 'hosted'] as const;

/** Edition of an installation. Everything that differs between editions is here, as data. */
export interface Edition {
  name: (typeof editionNames)[number];
  /** Subscription of a new organization, and its length in days; null for no end. */
  beginning: { status: 'enabled' | 'trial'; planId: PlanId; days: number | null };
  /** Default list of people with access to areas that are opened per person. */
  areasFor: string[];
  /** True if accounts need an address that is neither free-mail nor disposable. */
  needsCompanyEmail: boolean;
  /** True if plans are sold. Otherwise, operators set plans, and no page refers to sales. */
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
