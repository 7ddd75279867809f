import type { SignInConfig } from '../config/sign-in-config.ts';

/**
 * Returns meta tags with facts that the page needs before its first request: the sign-in methods, and the Firebase project if
 * it stores the accounts.
 */
export function bootstrapMeta(
  { firebase }: SignInConfig,
  signInMethods: readonly string[],
): Record<string, string> {
  const facts = { 'parley-sign-in': signInMethods.join(' ') };
  if (!firebase) return facts;
  const { projectId, apiKey, authDomain, emulatorHost } = firebase;
  const emulatorUrl = emulatorHost && `http://${emulatorHost}`;
  return {
    ...facts,
    'parley-firebase': JSON.stringify({ projectId, apiKey, authDomain, emulatorUrl }),
  };
}
