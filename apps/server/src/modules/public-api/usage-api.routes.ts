import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import { readUsage, type UsageSources } from '../billing/billing.ts';

export function usageApiRoutes(sources: UsageSources): Route[] {
  return [route(endpoints.readUsage, ({ scope }) => readUsage(scope, sources))];
}
