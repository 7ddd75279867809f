import { type RunEvent, type ToolReport, thinReport, type Verdict } from '@parley/suite';
import { cutText } from './cut-text.ts';

/**
 * Reduces an event to what the result in memory and the history of a run need. Keeps the beginning and latency of replies, and
 * the verdicts that could not have failed.
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

/**
 * Reduces an event to what a gate needs: a brief event with the verdicts of judges, and the facts about replies that rules
 * check.
 */
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

/** Returns the verdicts that could not have failed, without their texts. The counts of a run depend on them. */
export const vacuousOf = (verdicts: Verdict[]): Verdict[] =>
  verdicts
    .filter(({ vacuous }) => vacuous !== undefined)
    .map((verdict) => ({ ...verdict, actual: null }));

type RequestFinished = Extract<RunEvent, { type: 'request.finished' }>;

/** Reduces a request before or after a test: removes its address, its verdicts and what it saved. */
export function briefRequest({ saved, sent, ...event }: RequestFinished): RequestFinished {
  const { method, tries, ms } = sent;
  return { ...event, sent: { method, url: '', tries, ms }, verdicts: [] };
}
