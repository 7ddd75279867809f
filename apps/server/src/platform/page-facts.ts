import type { SignInConfig } from './sign-in-config.ts';

/** What the page has to know before it asks anything: who keeps the accounts, unless Parley does. */
export function pageFacts({ firebase }: SignInConfig): Record<string, string> {
  if (!firebase) return {};
  const { projectId, apiKey, authDomain, emulatorHost } = firebase;
  const emulatorUrl = emulatorHost && `http://${emulatorHost}`;
  return { 'parley-firebase': JSON.stringify({ projectId, apiKey, authDomain, emulatorUrl }) };
}
