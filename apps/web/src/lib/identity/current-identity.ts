import { embeddedIdentity } from './embedded-identity.ts';
import type { Identity } from './identity.ts';

/** The identity provider of this installation. */
export let identity: Identity = embeddedIdentity();

/**
 * Switches to Firebase if the page is configured for it, and loads its library only then. Call it before anything reads the
 * user.
 */
export async function chooseIdentity(): Promise<void> {
  const facts = document.querySelector<HTMLMetaElement>('meta[name="parley-firebase"]')?.content;
  if (facts === undefined) return;
  const { firebaseIdentity } = await import('./firebase-identity.ts');
  identity = await firebaseIdentity(JSON.parse(facts));
}
