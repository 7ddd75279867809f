/** Sets headers that protect a signed-in browser from hostile pages and texts. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { FirebaseConfig } from '../config/firebase-config.ts';

export async function mountSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, signIn, utilitiesUrl }: Pick<Config, 'publicUrl' | 'signIn' | 'utilitiesUrl'>,
): Promise<void> {
  const firebase = signIn.firebase && sourcesOf(signIn.firebase);
  const utilities = utilitiesUrl === null ? [] : [new URL(utilitiesUrl).origin];
  const { protocol } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(firebase?.scripts ?? [])],
        styleSrc: ["'self'"],
        // Images and recordings of runs are fetched with the token and shown from memory.
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...utilities, ...(firebase?.calls ?? [])],
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
    // Sign-in with an identity provider opens a window that has to communicate with the page.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('permissions-policy', permissionsPolicy('microphone=()'));
  });
}

/**
 * Returns the permissions policy, which disables features that our pages do not use. Users speak to phone lines while
 * exploring, and the server does not know which screen is open, so every page of the dashboard may ask for the microphone.
 * Pages for visitors must not.
 */
export function permissionsPolicy(microphone: 'microphone=()' | 'microphone=(self)'): string {
  return `${microphone}, camera=(), geolocation=(), display-capture=(), payment=(), usb=()`;
}

/**
 * Returns the content security policy of the dashboard's page. It allows the page's own inline scripts and styles by hash
 * (SHA-256, base64), and by `nonce` the style sheets that the editor creates at run time. Text becomes HTML only through the
 * page's Trusted Types policy, except with Firebase, whose library loads scripts itself.
 */
export function pagePolicy(
  policy: string,
  hashes: { script: string[]; style: string[] },
  nonce: string,
): string {
  const listed = (kind: 'script' | 'style') =>
    hashes[kind].map((hash) => ` 'sha256-${hash}'`).join('');
  const isOurs = !policy.includes('https://apis.google.com');
  return policy
    .replace("script-src 'self'", (sources) => sources + listed('script'))
    .replace("style-src 'self'", (sources) => `${sources}${listed('style')} 'nonce-${nonce}'`)
    .concat(isOurs ? ";require-trusted-types-for 'script';trusted-types default" : '');
}

/** Lists the origins that Firebase's library calls, and those of its sign-in windows. */
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
