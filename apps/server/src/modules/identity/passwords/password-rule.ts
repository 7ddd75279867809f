/**
 * Rules of the sign-up form, which the server also enforces: at least 8 characters, an uppercase and a lowercase letter, a
 * digit, and a symbol.
 */
const rules = [/^[\s\S]{8,}$/, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];

/** Longer passwords are refused, never truncated. */
export const passwordLengthMax = 1024;

export function passwordIsStrong(password: string): boolean {
  return password.length <= passwordLengthMax && rules.every((rule) => rule.test(password));
}
