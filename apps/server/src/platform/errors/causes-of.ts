/** Lists an error and its chain of causes, outermost first. If the database failed, the last one has its message. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
