import type { SignInConfig } from '../config/sign-in-config.ts';

/**
 * Facts that the page needs before its first request: the sign-in methods, and where accounts are
 * kept, unless it is Parley.
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
