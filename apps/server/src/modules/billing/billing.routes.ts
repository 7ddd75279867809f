import { billing as endpoints, organizations } from '@parley/contract';
import { type Route, route } from '../../platform/http.ts';
import { presentBilling } from './present-billing.ts';
import { readUsage } from './read-usage.ts';

export function billingRoutes(): Route[] {
  return [
    route(endpoints.getBilling, ({ scope }) => presentBilling(scope)),
    route(organizations.getUsage, ({ scope }) => readUsage(scope)),
  ];
}
