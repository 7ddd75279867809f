/** Tests Parley with Firebase's Auth emulator, which scripts/test-firebase.mjs starts. */
import { expect, test } from '../fixtures.ts';
import { identityPortHolds } from '../identity-port.ts';
import { startParley } from '../server.ts';

const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '';
const projectId = 'demo-parley';

const settings = {
  NODE_ENV: 'development',
  PARLEY_LOCAL_SIGNIN: 'on',
  PARLEY_IDENTITY: 'firebase',
  PARLEY_FIREBASE_PROJECT: projectId,
  PARLEY_FIREBASE_API_KEY: 'web-key',
};

test.use({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ ...settings, FIREBASE_AUTH_EMULATOR_HOST: emulatorHost });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

identityPortHolds('accounts that Firebase keeps do all that the dashboard needs', {
  wrongPassword: /Password is incorrect\.|Invalid login credentials\./,
  resetToken: async (_, email) => {
    const url = `http://${emulatorHost}/emulator/v1/projects/${projectId}/oobCodes`;
    const { oobCodes } = (await (await fetch(url)).json()) as { oobCodes: OobCode[] };
    const code = oobCodes.findLast((sent) => sent.email === email);
    return code?.oobCode ?? '';
  },
});

test('a token of the project lets in, one of another project does not', async ({ parley }) => {
  const own = await newToken(projectId, `own-${Date.now()}@acme.test`);
  expect(await statusWith(parley.url, own)).toBe(200);
  const foreign = await newToken('demo-other', `foreign-${Date.now()}@acme.test`);
  expect(await statusWith(parley.url, foreign)).toBe(401);
});

test('an unsigned token of the emulator lets nobody in where it is not set', async () => {
  const closed = await startParley({ ...settings, FIREBASE_AUTH_EMULATOR_HOST: '' });
  try {
    const token = await newToken(projectId, `closed-${Date.now()}@acme.test`);
    expect(await statusWith(closed.url, token)).toBe(401);
  } finally {
    await closed.stop();
  }
});

interface OobCode {
  email: string;
  oobCode: string;
}

/** Signs up at the emulator, which simulates any project that is named. */
async function newToken(project: string, email: string): Promise<string> {
  const base = `http://${emulatorHost}/identitytoolkit.googleapis.com/v1`;
  const admin = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: 'Abcdef1!', targetProjectId: project });
  await fetch(`${base}/projects/${project}/accounts`, { method: 'POST', headers: admin, body });
  const signIn = await fetch(`${base}/accounts:signInWithPassword`, {
    method: 'POST',
    headers: admin,
    body: JSON.stringify({
      email,
      password: 'Abcdef1!',
      targetProjectId: project,
      returnSecureToken: true,
    }),
  });
  const { idToken } = (await signIn.json()) as { idToken?: string };
  if (!idToken) throw new Error(`The emulator gave no token for ${project}: ${signIn.status}`);
  return idToken;
}

async function statusWith(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/api/auth/token`, { headers })).status;
}
