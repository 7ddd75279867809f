import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from '../errors/start-error.ts';
import type { Settings } from './settings.ts';

/** The Firebase project that stores accounts and passwords instead of our own database. */
export interface FirebaseConfig {
  projectId: string;
  /** Web API key. It is public: every page that signs in with the project contains it. */
  apiKey: string;
  /** Host of the project's sign-in windows. */
  authDomain: string;
  keysUrl: URL;
  /** `host:port` of the Auth emulator, whose tokens are unsigned; null for the real service. */
  emulatorHost: string | null;
  /** Key that signs custom tokens; null if none is configured. */
  serviceAccount: ServiceAccount | null;
}

type ServiceAccount = z.infer<typeof serviceAccountSchema>;

const serviceAccountSchema = z
  .object({ client_email: z.string().min(1), private_key: z.string().includes('PRIVATE KEY') })
  .transform((key) => ({ email: key.client_email, privateKey: key.private_key }));

/**
 * Reads the Firebase project; null if Parley stores the accounts itself.
 *
 * @throws StartError if a setting is missing or wrong, or for the emulator in production, because its tokens are unsigned
 */
export function readFirebaseConfig(
  values: Settings,
  environment: string | undefined,
): FirebaseConfig | null {
  if (values.PARLEY_IDENTITY !== 'firebase') return null;
  const { PARLEY_FIREBASE_PROJECT: projectId, PARLEY_FIREBASE_API_KEY: apiKey } = values;
  if (!projectId || !apiKey) {
    throw new StartError(
      'PARLEY_IDENTITY=firebase needs PARLEY_FIREBASE_PROJECT and PARLEY_FIREBASE_API_KEY.',
    );
  }
  const emulatorHost = values.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  if (emulatorHost !== null && environment === 'production') {
    throw new StartError('FIREBASE_AUTH_EMULATOR_HOST is not for NODE_ENV=production.');
  }
  return {
    projectId,
    apiKey,
    authDomain: values.PARLEY_FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    keysUrl: new URL(values.PARLEY_FIREBASE_KEYS_URL),
    emulatorHost,
    serviceAccount: readServiceAccount(values.PARLEY_FIREBASE_SERVICE_ACCOUNT),
  };
}

function readServiceAccount(given: string | undefined): ServiceAccount | null {
  if (given === undefined) return null;
  try {
    const text = given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8');
    return serviceAccountSchema.parse(JSON.parse(text));
  } catch {
    // The message must not contain any part of the key.
    throw new StartError(
      'PARLEY_FIREBASE_SERVICE_ACCOUNT must be the JSON key of a service account, or its file.',
    );
  }
}
