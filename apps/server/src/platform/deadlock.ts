/** Two transactions that waited for each other: PostgreSQL ends one of them, which may be tried again. */

const attemptsMax = 3;

export function isDeadlock(error: unknown): boolean {
  for (let reason = error; reason instanceof Error; reason = reason.cause) {
    if ('code' in reason && reason.code === '40P01') return true;
  }
  return false;
}

/** `transact` is one whole transaction, of which nothing is left when it fails. */
export async function retryDeadlock<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === attemptsMax || !isDeadlock(error)) throw error;
    }
  }
}
