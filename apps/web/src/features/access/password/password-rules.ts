/** Minimum length of a new password. The server enforces the same rules. */
const passwordLengthMin = 8;

export const passwordRules = [
  {
    label: `At least ${passwordLengthMin} characters`,
    isMet: (password: string) => password.length >= passwordLengthMin,
  },
  { label: 'An uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'A lowercase letter', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'A digit', isMet: (password: string) => /\p{Nd}/u.test(password) },
  {
    label: 'A special character',
    isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
  },
] as const;

export function rulesMet(password: string): number {
  return passwordRules.filter(({ isMet }) => isMet(password)).length;
}

export function isStrong(password: string): boolean {
  return rulesMet(password) === passwordRules.length;
}
