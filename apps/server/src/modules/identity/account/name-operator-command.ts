import type { Platform } from '../../../platform/platform.ts';
import { hasProvenOperator } from './is-operator.ts';

/** Logs at startup how to become an operator if the server cannot send emails that prove an address. */
export async function nameOperatorCommand({
  config: { operators, smtpUrl },
  db,
  log,
}: Pick<Platform, 'config' | 'db' | 'log'>): Promise<void> {
  if (operators.length === 0 || smtpUrl !== undefined) return;
  if (await hasProvenOperator(db, operators)) return;
  log.warn(
    'No address in PARLEY_OPERATORS is verified. Sign up, then run on this machine: npm run operator -- add EMAIL',
  );
}
