import { catalogue, type PlanId } from '@parley/contract';

export const editionNames = ['self-hosted', 'hosted'] as const;

/** Edition of an installation. All differences between editions are in this table. */
export interface Edition {
  name: (typeof editionNames)[number];
  /** Initial subscription of a new organization; `days` is null if it never ends. */
  beginning: { status: 'enabled' | 'trial'; planId: PlanId; days: number | null };
  /** Default list of people who may use areas that are enabled per person; `*` means everyone. */
  areasFor: string[];
  /** True if an account needs an address that is neither from a free mail provider nor disposable. */
  needsCompanyEmail: boolean;
  /** True if plans are for sale. Otherwise, operators set plans, and no page refers to sales. */
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
