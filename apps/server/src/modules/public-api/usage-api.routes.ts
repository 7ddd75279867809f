import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import { readUsage } from '../billing/billing.ts';

export function usageApiRoutes(): Route[] {
  return [route(endpoints.readUsage, ({ scope }) => readUsage(scope))];
}
