import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { ApiError } from '../../platform/api-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPayments } from './stripe-client.ts';
import { syncSubscriptionJob } from './sync-subscription.ts';

const stripeEventsPath = '/internal/v1/stripe/events';

/** Its largest events, those about invoices with many lines, have some hundred kilobytes. */
const eventBytesMax = 1_048_576;

/**
 * Where Stripe tells what happened. It is no endpoint of the contract, since what Stripe signs is the
 * body to the byte. The answer is given once the work is queued, so that nothing is lost after it.
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

  function verify(stripe: Stripe, body: string, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, payments?.config.webhookSecret ?? '');
    } catch (cause) {
      throw new ApiError('invalid_request', { message: 'The signature is not valid.', cause });
    }
  }
}

/** Whom the event is about; null where it is about nobody's subscription. */
function customerOf({ type, data }: Stripe.Event): string | null {
  if (!/^(customer\.subscription|checkout\.session|invoice)\./.test(type)) return null;
  const { customer } = data.object as { customer?: unknown };
  if (typeof customer === 'string') return customer;
  const { id } = (customer ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
