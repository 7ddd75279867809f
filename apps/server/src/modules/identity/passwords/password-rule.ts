/** The rule of the sign-up form, which the server enforces too. */
const rules = [/^[\s\S]{8,}$/, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];

/** Longer ones are refused, never cut. */
export const passwordLengthMax = 1024;

export function passwordIsStrong(password: string): boolean {
  return password.length <= passwordLengthMax && rules.every((rule) => rule.test(password));
}
