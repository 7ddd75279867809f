import type { RunEvent } from '@parley/suite';
import { cutText } from './result-rows.ts';

/**
 * An event without what a run's result in memory and its history do not need: of replies only the
 * beginning and the latency stay.
 */
export function briefEvent(event: RunEvent): RunEvent {
  if (event.type !== 'step.finished') return event;
  const { reply, silence, ...rest } = event;
  if (!reply) return { ...rest, verdicts: [] };
  const kept = { text: cutText(reply.text), latencyMs: reply.latencyMs, payload: null };
  const parts = { messages: [], buttons: [], attachments: [] };
  return { ...rest, verdicts: [], reply: { ...kept, ...parts } };
}
