/** Time limits of outgoing connections, in milliseconds. */
export const limits = {
  lookupMs: 2_000,
  /** Limit of a second connection, made to inspect the certificate that the first one refused. */
  lookMs: 2_000,
  connectMs: 10_000,
} as const;
