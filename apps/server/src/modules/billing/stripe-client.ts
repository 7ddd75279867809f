import type Stripe from 'stripe';
import type { Config } from '../../platform/config/config.ts';
import type { StripeConfig } from '../../platform/config/stripe-config.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { lazyPackage } from '../../platform/lazy-package.ts';

export interface Payments {
  stripe: Stripe;
  config: StripeConfig;
  /** Page to which Stripe returns people after a checkout or from its portal. */
  billingUrl: string;
}

const timeoutMs = 10_000;

const stripePackage = lazyPackage<typeof Stripe>('stripe');

/** Creates the Stripe client, which contacts only the configured address. Returns null if Stripe is not set up. */
export function createPayments({ stripe: config, publicUrl }: Config): Payments | null {
  if (config === null) return null;
  const { protocol, hostname, port } = config.url;
  const StripeClient = stripePackage();
  const stripe = new StripeClient(config.secretKey, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return { stripe, config, billingUrl: `${publicUrl}/billing` };
}

export function required(payments: Payments | null): Payments {
  if (payments !== null) return payments;
  throw new ApiError('not_found', {
    message: 'Payments are not set up here.',
    hint: 'This installation does not accept card payments for plans.',
  });
}

/** Waits for a response from Stripe. Turns Stripe's errors into `unavailable`, because the caller is not at fault. */
export async function asking<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (!(cause instanceof stripePackage().errors.StripeError)) throw cause;
    throw new ApiError('unavailable', {
      message: 'The payment service returned an unexpected response.',
      hint: 'Try again in a minute. Nothing was charged.',
      cause,
    });
  }
}
