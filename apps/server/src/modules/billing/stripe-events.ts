import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import * as z from 'zod';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPayments } from './stripe-client.ts';
import { syncSubscriptionJob } from './sync-subscription.ts';

const stripeEventsPath = '/internal/v1/stripe/events';

/** Maximum size of an event in bytes. The largest events, about invoices with many lines, have a few hundred kilobytes. */
const eventBytesMax = 1_048_576;

const eventSchema = z.object({
  type: z.string(),
  data: z.object({ object: z.looseObject({}) }),
});

type StripeEvent = z.infer<typeof eventSchema>;

/**
 * Mounts the route that receives Stripe's events. It is not part of the contract, because Stripe signs the exact bytes of the
 * body. It responds once the work is queued, so that no event is lost.
 */
export function mountStripeEvents(app: FastifyInstance, platform: Platform): void {
  const payments = createPayments(platform.config);
  if (payments === null) return;
  void app.register(async (inner) => {
    inner.removeContentTypeParser('application/json');
    inner.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: eventBytesMax },
      (_, body, done) => done(null, body),
    );
    inner.post(stripeEventsPath, async ({ body, headers }, reply) => {
      const signature = headers['stripe-signature'];
      const event = verify(payments.stripe, String(body), String(signature ?? ''));
      const customerId = customerOf(event);
      if (customerId !== null) {
        await platform.queue.send(platform.db, syncSubscriptionJob, { customerId });
      }
      return reply.code(200).send({ received: true });
    });
  });

  function verify(stripe: Stripe, body: string, signature: string): StripeEvent {
    const { webhooks } = stripe;
    try {
      const value = webhooks.constructEvent(body, signature, payments?.config.webhookSecret ?? '');
      requirePast(signature, webhooks.DEFAULT_TOLERANCE);
      return readEvent(value);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw new ApiError('invalid_request', { message: 'The signature is not valid.', cause });
    }
  }
}

/**
 * Rejects events dated in the future. The library rejects old events but accepts any future date, so a captured event could be
 * replayed until then.
 */
function requirePast(signature: string, toleranceS: number): void {
  const signedAtS = Number.parseInt(
    signature
      .split(',')
      .findLast((part) => part.startsWith('t='))
      ?.slice(2) ?? '',
    10,
  );
  if (signedAtS - Date.now() / 1000 <= toleranceS) return;
  throw new ApiError('invalid_request', { message: 'The signature is dated in the future.' });
}

/** Validates an event, because the signed content can be any JSON. */
function readEvent(value: unknown): StripeEvent {
  const { success, data, error } = eventSchema.safeParse(value);
  if (success) return data;
  throw new ApiError('invalid_request', { message: 'This is not an event.', cause: error });
}

/** Returns the customer ID of an event; null if the event is not about a subscription, a checkout or an invoice. */
function customerOf({ type, data }: StripeEvent): string | null {
  if (!/^(customer\.subscription|checkout\.session|invoice)\./.test(type)) return null;
  const { customer } = data.object;
  if (typeof customer === 'string') return customer;
  const { id } = (customer ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
