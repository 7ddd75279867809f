import { UsageError } from './exit-codes.ts';
import { readNamed } from './named-files.ts';

/** A row of a data table: values for the variables of a suite, and a name. */
export interface DataRow {
  name: string;
  variables: Record<string, string>;
}

/** Reads the rows of a .csv file with a heading line or of a .json file with a list of objects. */
export async function readDataRows(path: string): Promise<DataRow[]> {
  const text = await readNamed(path);
  const records = path.endsWith('.json') ? jsonRecords(text, path) : await csvRecords(text, path);
  if (records.length === 0) throw new UsageError(`${path} has no rows.`);
  const names = new Set<string>();
  return records.map((variables, index) => {
    const name = unusedName(variables.name || `row ${index + 1}`, names);
    names.add(name);
    return { name, variables };
  });
}

/** @returns the name, with a number if it is taken, so that reports can distinguish runs */
function unusedName(name: string, used: ReadonlySet<string>): string {
  let found = name;
  for (let number = 2; used.has(found); number++) found = `${name} (${number})`;
  return found;
}

async function csvRecords(text: string, path: string): Promise<Record<string, string>[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new UsageError(`${path} is not valid CSV: ${(error as Error).message}`);
  }
}

function jsonRecords(text: string, path: string): Record<string, string>[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not valid JSON.`);
  }
  const areRecords =
    Array.isArray(rows) &&
    rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  if (!areRecords) throw new UsageError(`${path} is not a list of objects.`);
  return (rows as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  );
}
