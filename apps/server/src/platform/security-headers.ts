/** Headers against what a hostile page or text could do to a signed-in browser. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { FirebaseConfig } from './firebase-config.ts';

export async function mountSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, signIn }: Pick<Config, 'publicUrl' | 'signIn'>,
): Promise<void> {
  const firebase = signIn.firebase && sourcesOf(signIn.firebase);
  const { protocol } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(firebase?.scripts ?? [])],
        // The editor and the tours set styles by element and attribute at run time. Scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of runs are fetched with the token and shown from memory.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...(firebase?.calls ?? [])],
        ...(firebase && { frameSrc: firebase.frames }),
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000 },
    // Sign-in with an identity provider opens a window that has to talk back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** What the library of Firebase asks, and what its sign-in windows are made of. */
function sourcesOf({ authDomain, emulatorHost }: FirebaseConfig) {
  const emulator = emulatorHost === null ? [] : [`http://${emulatorHost}`];
  return {
    scripts: ['https://apis.google.com'],
    calls: [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...emulator,
    ],
    frames: [`https://${authDomain}`, ...emulator],
  };
}
