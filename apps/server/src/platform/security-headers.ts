/** Headers against what a hostile page or text could do to a signed-in browser. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export async function mountSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const { protocol } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The editor and the tours set styles by element and attribute at run time. Scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of runs are fetched with the token and shown from memory.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
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
