/** Lists an error and its chain of causes. The deepest cause is the database's own message. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
