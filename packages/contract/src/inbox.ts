/** Messages to the operator: feedback from the dashboard and leads from onboarding. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, text } from './fields.ts';

const short = text(200);

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/internal/v1/helpers/feedback',
  summary: 'Send feedback about the dashboard',
  access: 'session',
  body: z.object({
    userName: short,
    email,
    feedback: text(10_000).check(z.trim(), z.minLength(1, 'Enter your feedback.')),
    timestamp: z.iso.datetime(),
    path: text(2000),
  }),
  response: 'nothing',
  limitPerMinute: 10,
});

/** The specification puts the product's name into the path: /generate{product}Lead. */
export const generateLead = endpoint({
  method: 'POST',
  path: '/generateParleyLead',
  summary: 'Record a new customer',
  access: 'public',
  body: z.object({
    firstNameCTA: short,
    lastNameCTA: short,
    emailNameCTA: email,
    companyCTA: short,
    page: short,
    providers: z.array(short).check(z.maxLength(20)),
    request: short,
  }),
  response: 'nothing',
  limitPerMinute: 10,
});
