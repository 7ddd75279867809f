import { identity as contract } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { createOidcLogin, type OidcLogin } from './oidc-login.ts';
import { windowLimits } from './sign-in-window.ts';

/** The page of the dashboard that IBM sends people back to; it posts code and state. */
const loginPage = '/ibm-login';

export function createIbmLogin(platform: Platform): OidcLogin | null {
  return createOidcLogin(platform, {
    provider: 'ibm',
    redirectPath: loginPage,
    cookiePath: '/internal/v1/ibm',
    isContextShown: true,
  });
}

/**
 * Where the dashboard sends the browser to begin. The state that goes to IBM is the instance id, as the
 * page wants it back, and a secret of this attempt. Whatever goes wrong ends on the page again, which says so.
 */
export function mountIbmStart(app: FastifyInstance, platform: Platform): void {
  const ibm = createIbmLogin(platform);
  app.get(contract.ibmStartPath, windowLimits, async (request, reply) => {
    const { instanceId } = request.query as Record<string, unknown>;
    const isSound = typeof instanceId === 'string' && /^[\w:.-]{1,256}$/.test(instanceId);
    if (!ibm || !isSound) return reply.redirect(`${platform.config.publicUrl}${loginPage}`, 303);
    try {
      return reply.redirect(await ibm.begin(reply, instanceId), 303);
    } catch (error) {
      request.log.warn({ err: error }, 'The sign-in with IBM could not begin');
      const told = new URLSearchParams({ instance_id: instanceId, error: 'unreachable' });
      return reply.redirect(`${platform.config.publicUrl}${loginPage}?${told}`, 303);
    }
  });
}
