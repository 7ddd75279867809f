/**
 * The development server, with a seeded organization and identity providers that accept any claimed identity. Never part of an
 * installation.
 */
import { startIdentitySandbox } from '@parley/identity-sandbox';
import { connectSingleSignOn } from './db/seed/connect-single-sign-on.ts';
import { developmentAccount, seedDevelopment } from './db/seed/seed-development.ts';
import { jobs } from './jobs.ts';
import { readConfig } from './platform/config/config.ts';
import { createLog } from './platform/observability/log.ts';
import { startPlatform } from './platform/platform.ts';
import { startServer, stopOnSignal } from './server.ts';

const sandboxPort = 3010;

/** The organization whose members sign in through the sandbox's SAML provider. */
const company = { company: 'acme', domain: 'acme.test' };

const sandbox = await startIdentitySandbox({ port: sandboxPort });
const given = readConfig({
  PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
  PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
  PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
  PARLEY_IBM_ISSUER: sandbox.ibm.issuer,
  PARLEY_IBM_CLIENT_ID: sandbox.ibm.clientId,
  PARLEY_IBM_CLIENT_SECRET: sandbox.ibm.clientSecret,
  PARLEY_LOCAL_SIGNIN: 'on',
  ...process.env,
});
// The development server restarts after each save, and a new code each time would be a nuisance.
const localSignIn = given.signIn.localSignIn && { code: null };
const config = { ...given, signIn: { ...given.signIn, localSignIn } };
const log = createLog(config.logLevel);
const platform = await startPlatform({ config, log, jobs });
const server = await startServer('all', platform);
await seedDevelopment(platform, `http://127.0.0.1:${server.demoBotPort}/message`);
await connectSingleSignOn(platform, developmentAccount.email, {
  ...company,
  metadata: sandbox.saml.metadata,
});
log.info(`Sign in as ${developmentAccount.email} with ${developmentAccount.password}`);
stopOnSignal(
  {
    async close() {
      await server.close();
      await sandbox.close();
    },
  },
  log,
);
