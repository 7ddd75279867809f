import type { DevicePlatform } from '@parley/contract';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';

export const devicePlatforms: readonly DevicePlatform[] = ['webchat', 'phone'];

/** Platforms that the organization's plan includes. All platforms until the plan is known. */
export function usePlanPlatforms(): readonly DevicePlatform[] {
  const planId = useOrgStore((state) => state.currentOrganization?.subscription?.planId);
  const plan = useSettingsStore((state) => state.plans.find(({ id }) => id === planId));
  if (!plan) return devicePlatforms;
  return devicePlatforms.filter((platform) => plan.benefits.platforms.includes(platform));
}
