import { causesOf } from '../platform/errors/causes-of.ts';

/** @returns true if the statement failed because of this constraint or unique index */
export function violates(error: unknown, constraint: string): boolean {
  return causesOf(error).some((cause) => 'constraint' in cause && cause.constraint === constraint);
}
