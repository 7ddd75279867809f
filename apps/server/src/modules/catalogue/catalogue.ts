/** Public API of the module: plans, locales, voices, retention, and the settings that the dashboard needs to start. */
import { catalogue as endpoints, type Installation } from '@parley/contract';
import type { Config } from '../../platform/config/config.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';
import { locales, voices } from './locales.ts';
import { plans } from './plans.ts';

export { eachRetention } from './each-retention.ts';
export { retentionOf } from './retention.ts';
export { locales, plans };

export function catalogueRoutes({ config }: Platform): Route[] {
  return [
    route(endpoints.getSettings, () => ({ plans, locales, voices })),
    route(endpoints.listPlans, () => plans),
    route(endpoints.listLocales, () => locales),
    route(endpoints.listVoices, () => voices),
    route(endpoints.getIntercomSettings, () => ({ appId: config.intercomAppId })),
    route(endpoints.getInstallation, () => ({
      version,
      publicUrl: config.publicUrl,
      sellsPlans: config.edition.sellsPlans,
      salesEmail: config.salesEmail,
      supportEmail: config.supportEmail,
      docsUrl: config.docsUrl,
      privacyUrl: config.privacyUrl,
      oldDashboardUrl: config.oldDashboardUrl,
      utilitiesUrl: config.utilitiesUrl,
      demoBotUrl:
        config.demoBotPort === null ? null : `http://127.0.0.1:${config.demoBotPort}/message`,
      signInMethods: signInMethods(config),
    })),
  ];
}

/**
 * Lists the sign-in methods. Firebase includes Google. IBM and single sign-on, which organizations set up themselves, end with
 * a custom token, so they are offered only if custom tokens can be created.
 */
export function signInMethods({ signIn }: Config): Installation['signInMethods'] {
  const { firebase, google, ibm } = signIn;
  const hasCustomTokens = !firebase || firebase.serviceAccount || firebase.emulatorHost;
  return [
    ...(firebase || google ? ['google' as const] : []),
    ...(ibm && hasCustomTokens ? ['ibm' as const] : []),
    ...(hasCustomTokens ? ['sso' as const] : []),
  ];
}
