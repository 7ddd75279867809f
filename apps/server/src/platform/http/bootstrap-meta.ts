import type { SignInConfig } from '../config/sign-in-config.ts';

/**
 * What the page has to know before it asks anything: the ways to sign in, and who keeps the accounts,
 * unless Parley does.
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
