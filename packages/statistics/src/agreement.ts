import type { Interval } from './wilson-interval.ts';

export interface Agreement {
  kappa: number;
  /** Large-sample standard error. */
  standardError: number;
  /** 95% interval. */
  interval: Interval;
}

/** The 0.975 quantile of the normal distribution. */
const z = 1.959963984540054;

/**
 * Measures the agreement of two readers beyond chance (Cohen's kappa).
 *
 * Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960),
 * 37–46; the standard error is that of J. L. Fleiss, J. Cohen, B. S. Everitt, "Large sample standard errors of kappa and
 * weighted kappa", Psychological Bulletin 72 (1969), 323–327.
 * @param table square table of counts, with a row per class of one reader and a column per class of the other, in the same
 * order
 * @returns undefined if there are no counts, or if chance alone would always agree, for example if both readers use a single
 * class
 */
export function cohensKappa(table: readonly (readonly number[])[]): Agreement | undefined {
  const total = table.flat().reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const share = (row: number, column: number) => (table[row]?.[column] ?? 0) / total;
  const classes = table.map((_, at) => at);
  const rows = classes.map((row) => classes.reduce((sum, column) => sum + share(row, column), 0));
  const columns = classes.map((column) =>
    classes.reduce((sum, row) => sum + share(row, column), 0),
  );
  const observed = classes.reduce((sum, at) => sum + share(at, at), 0);
  const byChance = classes.reduce((sum, at) => sum + (rows[at] ?? 0) * (columns[at] ?? 0), 0);
  if (1 - byChance < 1e-12) return undefined;
  const kappa = (observed - byChance) / (1 - byChance);
  let variance = -((kappa - byChance * (1 - kappa)) ** 2);
  for (const row of classes) {
    for (const column of classes) {
      const margins = (columns[row] ?? 0) + (rows[column] ?? 0);
      const weight =
        row === column ? (1 - margins * (1 - kappa)) ** 2 : (1 - kappa) ** 2 * margins ** 2;
      variance += share(row, column) * weight;
    }
  }
  const standardError = Math.sqrt(Math.max(0, variance) / total) / (1 - byChance);
  return {
    kappa,
    standardError,
    interval: {
      low: Math.max(-1, kappa - z * standardError),
      high: Math.min(1, kappa + z * standardError),
    },
  };
}
