/** An error, what caused it, what caused that: what the database said is below what was made of it. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
