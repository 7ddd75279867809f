/** Prints a command's result for programs: one JSON document with a final newline. */
export function printJson(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
