/** Checks whether calls can be placed with a device. A worker does this, because workers place the calls. */

import type { PhoneSettings as CallerSettings, DeviceHealth } from '@parley/contract';
import type { Egress } from '@parley/egress';
import { findTrunk, openManualConversation, type PhoneSettings } from '@parley/engine';
import type { Failure, PhoneChannelConfiguration, Reply } from '@parley/suite';
import { z } from 'zod';
import type { StoredHealth } from '../../db/schema/devices.ts';
import { inTransaction, workScope } from '../../platform/database/scope.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { countUsage } from '../billing/billing.ts';
import { callerChannel } from './caller-channel.ts';
import { findDevice, storeFindings } from './devices.queries.ts';

export const checkHealthJob = defineJob(
  'devices.check-health',
  z.object({
    organizationId: z.string(),
    deviceId: z.string(),
    askedAt: z.string(),
    to: z.string().nullable(),
  }),
  // No retries, because a retry would place the call again.
  { retriesMax: 0, timeoutS: 180 },
);

/** Milliseconds after which a check without a result counts as unanswered. */
const answerMs = 120_000;
const callMs = 60_000;

export function devicesWork(
  { db, clock }: Platform,
  egressOf: OrganizationEgress,
  phone: PhoneSettings,
): Work[] {
  return [
    work(checkHealthJob, async ({ organizationId, deviceId, askedAt, to }) => {
      const scope = workScope(db, organizationId);
      const device = await findDevice(scope, deviceId);
      if (device?.settings.platform !== 'phone') return;
      // Skip a check that was already reported as unanswered or that a newer one replaced: nobody expects its call.
      const isAwaited = device.health?.askedAt === askedAt;
      if (!isAwaited || presentHealth(device.health, clock.now()).status !== 'checking') return;
      const { settings, locale } = device;
      const checks = await checksOf(phone, settings);
      const placed =
        to === null
          ? null
          : await placeTestCall(phone, await egressOf(scope), {
              organizationId,
              settings,
              locale,
              to,
            });
      const call = placed?.call ?? null;
      const health = { askedAt, checkedAt: new Date().toISOString(), checks, call };
      await inTransaction(scope, async (inside) => {
        await storeFindings(inside, deviceId, health);
        const callSeconds = placed?.callSeconds ?? 0;
        await countUsage(inside, `device-check:${deviceId}`, { interactions: 0, callSeconds });
      });
    }),
  ];
}

export function presentHealth(stored: StoredHealth | null, now: Date): DeviceHealth {
  if (stored === null) {
    return { status: 'unknown', askedAt: null, checkedAt: null, checks: [], call: null };
  }
  return { status: statusOf(stored, now), ...stored };
}

function statusOf(
  { askedAt, checkedAt, checks, call }: StoredHealth,
  now: Date,
): DeviceHealth['status'] {
  if (checkedAt === null) {
    const askedMs = askedAt === null ? 0 : Date.parse(askedAt);
    return now.getTime() - askedMs > answerMs ? 'unanswered' : 'checking';
  }
  const isReady = checks.every(({ ok }) => ok) && (call === null || call.wasAnswered);
  return isReady ? 'ready' : 'not-ready';
}

type Check = DeviceHealth['checks'][number];

async function checksOf(phone: PhoneSettings, { trunk: name }: CallerSettings): Promise<Check[]> {
  const missing = await phone.speech.missing();
  const speech = (check: Check['name'], purpose: string, fine: string): Check => {
    const lacks = missing.find((one) => one.purpose === purpose);
    return lacks
      ? result(check, `${lacks.program} is not installed on the workers.`, lacks.install)
      : result(check, fine);
  };
  return [
    speech('speaking', 'to speak', 'Parley can speak.'),
    speech('understanding', 'to understand', 'Parley can understand speech.'),
    await checkTrunk(phone, name),
    phone.allow.length > 0
      ? result('destinations', `May be called: ${phone.allow.join(', ')}.`)
      : result('destinations', 'Nobody may be called.', 'Set PARLEY_PHONE_ALLOW'),
  ];
}

async function checkTrunk({ trunks }: PhoneSettings, name: string | null): Promise<Check> {
  const trunk = name === null ? trunks[0] : findTrunk(trunks, name);
  if (!trunk) {
    return name === null
      ? result('trunk', 'There is no trunk, so only SIP addresses can be called.')
      : result(
          'trunk',
          `${name} is called without a password, because the operator has not set one up.`,
        );
  }
  const [lacks] = await trunk.missing();
  if (lacks) return result('trunk', `${lacks.program} is not installed.`, lacks.install);
  return result('trunk', `Calls leave by ${trunk.name}.`);
}

const result = (name: Check['name'], message: string, remedy: string | null = null): Check => ({
  name,
  ok: remedy === null,
  message,
  remedy,
});

async function placeTestCall(
  phone: PhoneSettings,
  egress: Egress,
  {
    organizationId,
    settings,
    locale,
    to,
  }: { organizationId: string; settings: CallerSettings; locale: string; to: string },
): Promise<{ call: DeviceHealth['call']; callSeconds: number }> {
  const channel: PhoneChannelConfiguration = callerChannel({ kind: 'phone', to }, settings);
  const signal = AbortSignal.timeout(callMs);
  const conversation = await openManualConversation({
    configuration: { channel, locale },
    egress,
    signal,
    phone,
    party: organizationId,
  });
  if ('class' in conversation)
    return { call: testCall(to, { failure: conversation }), callSeconds: 0 };
  const answeredAt = performance.now();
  let call: DeviceHealth['call'];
  try {
    const { reply, failure } = await conversation.say({ kind: 'dial' });
    call = testCall(to, { wasAnswered: true, reply, failure });
  } finally {
    await conversation.close();
  }
  return { call, callSeconds: (performance.now() - answeredAt) / 1000 };
}

interface Outcome {
  wasAnswered?: boolean;
  reply?: Reply | undefined;
  failure?: Failure | undefined;
}

function testCall(to: string, { wasAnswered = false, reply, failure }: Outcome) {
  const payload = reply?.payload as { connection?: { setupMs?: number } } | undefined;
  return {
    to,
    wasAnswered,
    setupMs: payload?.connection?.setupMs ?? null,
    latencyMs: reply?.latencyMs ?? null,
    transcript: reply?.text ?? null,
    confidence: reply?.confidence ?? null,
    failure: failure
      ? { code: failure.code, message: failure.message, hint: failure.hint ?? null }
      : null,
  };
}
