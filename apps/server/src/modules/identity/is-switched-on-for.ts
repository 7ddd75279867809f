/** Whether the operator switched something on for the person with this address; `*` is everybody. */
export function isSwitchedOnFor(email: string, people: readonly string[]): boolean {
  return people.some((one) => one === '*' || one.toLowerCase() === email.toLowerCase());
}
