import { causesOf } from '../platform/errors/causes-of.ts';

/** Whether a statement failed because it broke this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return causesOf(error).some((cause) => 'constraint' in cause && cause.constraint === constraint);
}
