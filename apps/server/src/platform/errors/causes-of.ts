/**
 * An error followed by its chain of causes, of which the deepest is the message of the database.
 */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
