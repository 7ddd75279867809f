/** The most time that a way out may take. */
export const limits = {
  lookupMs: 2_000,
  /** Of a second connection, to see the certificate that the first refused. */
  lookMs: 2_000,
  connectMs: 10_000,
} as const;
