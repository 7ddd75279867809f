import type { WorkScope } from '../../platform/database/scope.ts';
import { addUsage } from './billing.queries.ts';
import type { UsedAmount } from './used-amount.ts';

/**
 * Counts usage. Call it in the transaction that stores the results, so that both are stored or neither. `source` names the
 * origin of the usage, for example `run:{id}`.
 */
export async function countUsage(
  scope: WorkScope,
  source: string,
  { interactions, callSeconds }: UsedAmount,
): Promise<void> {
  const events = [
    { kind: 'call-seconds' as const, source, quantity: Math.ceil(callSeconds) },
    { kind: 'interactions' as const, source, quantity: interactions },
  ].filter(({ quantity }) => quantity > 0);
  if (events.length > 0) await addUsage(scope, events);
}
