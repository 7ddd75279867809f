import type { DevicePlatform } from '@parley/contract';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';

export const devicePlatforms: readonly DevicePlatform[] = ['webchat', 'phone'];

/** The platforms that the organization's plan includes; all while the plan is not known. */
export function usePlanPlatforms(): readonly DevicePlatform[] {
  const planId = useOrgStore((state) => state.currentOrganization?.subscription?.planId);
  const plan = useSettingsStore((state) => state.plans.find(({ id }) => id === planId));
  if (!plan) return devicePlatforms;
  return devicePlatforms.filter((platform) => plan.benefits.platforms.includes(platform));
}
