/** Prints the result of a command for programs: one document, which ends with a line feed. */
export function printJson(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
