import { type RunEvent, type ToolReport, thinReport, type Verdict } from '@parley/suite';
import { cutText } from './cut-text.ts';

/**
 * Reduces an event to what a run's result in memory and its history need: of replies, the beginning and the latency; of
 * verdicts, those that could not have failed.
 */
export function briefEvent(event: RunEvent): RunEvent {
  if (event.type === 'step.revised') return { ...event, verdicts: vacuousOf(event.verdicts) };
  if (event.type === 'request.finished') return briefRequest(event);
  if (event.type !== 'step.finished') return event;
  const { reply, silence, checked, ...rest } = event;
  const verdicts = vacuousOf(event.verdicts);
  if (!reply) return { ...rest, verdicts };
  const kept = { text: cutText(reply.text), latencyMs: reply.latencyMs, payload: null };
  const parts = { messages: [], buttons: [], attachments: [] };
  return { ...rest, verdicts, reply: { ...kept, ...parts } };
}

/** A brief event that still tells which steps a judge decided, and what a gate checks in replies. */
export function forGate(event: RunEvent): RunEvent {
  const brief = briefEvent(event);
  if (event.type !== 'step.finished' && event.type !== 'step.revised') return brief;
  const verdicts = event.verdicts
    .filter(({ votes }) => votes !== undefined)
    .map((verdict) => ({ ...verdict, actual: null, votes: [] }));
  if (event.type !== 'step.finished' || brief.type !== 'step.finished')
    return { ...brief, verdicts } as RunEvent;
  const { reply, silence } = event;
  return {
    ...brief,
    verdicts,
    ...(reply && brief.reply && { reply: { ...brief.reply, ...toldBy(reply) } }),
    ...(silence && { silence: { events: [], ...toldBy(silence) } }),
  };
}

const toldBy = ({ heldMs, tools }: { heldMs?: number; tools?: ToolReport }) => ({
  ...(heldMs !== undefined && { heldMs }),
  ...(tools && { tools: thinReport(tools) }),
});

/** Verdicts that could not have failed, which the counts of a run depend on, without their texts. */
export const vacuousOf = (verdicts: Verdict[]): Verdict[] =>
  verdicts
    .filter(({ vacuous }) => vacuous !== undefined)
    .map((verdict) => ({ ...verdict, actual: null }));

type RequestFinished = Extract<RunEvent, { type: 'request.finished' }>;

/** A request before or after a test without its address, its answer and what it saved. */
export function briefRequest({ saved, sent, ...event }: RequestFinished): RequestFinished {
  const { method, tries, ms } = sent;
  return { ...event, sent: { method, url: '', tries, ms }, verdicts: [] };
}
