/**
 * Knows which values belong to which conversation of a run, and in which traces they occur. A value of two conversations, or one
 * that occurred before its conversation began, shows nothing.
 */
import type { KeptSpan } from './kept-span.ts';

/** A conversation as the owner of values. */
export interface ValueOwner {
  /** Number of spans that had arrived when it began. */
  beganAt: number;
  /** Keys of its values, with the attribute of each. */
  keys: Map<string, string>;
  /** Called when a span with one of its values arrives, or another span of such a trace. */
  onArrival(): void;
}

/** Maximum number of values of which it is remembered when they first occurred. */
const rememberedLimit = 50_000;

export const keyOfValue = (attribute: string, value: string): string => `${attribute}\0${value}`;

export function createConversationValues() {
  const owners = new Map<string, Set<ValueOwner>>();
  /** Traces by the keys of their spans. */
  const traces = new Map<string, Set<string>>();
  /** Keys by trace. */
  const keysOf = new Map<string, Set<string>>();
  /** Number of the span with which a key first arrived. */
  const firstAt = new Map<string, number>();
  /** Keys that another run uses, too. */
  const contested = new Set<string>();
  let arrived = 0;

  function callOwners(traceId: string): void {
    for (const key of keysOf.get(traceId) ?? []) {
      for (const owner of owners.get(key) ?? []) owner.onArrival();
    }
  }

  return {
    begin: (onArrival: () => void): ValueOwner => ({
      beganAt: arrived,
      keys: new Map(),
      onArrival,
    }),
    /** @returns true if the conversation had not had the value before */
    claim(owner: ValueOwner, attribute: string, value: string): boolean {
      const key = keyOfValue(attribute, value);
      if (owner.keys.has(key)) return false;
      owner.keys.set(key, attribute);
      const all = owners.get(key) ?? new Set();
      owners.set(key, all.add(owner));
      return true;
    },
    contest: (key: string) => void contested.add(key),
    add({ traceId, ids = {} }: KeptSpan): void {
      arrived += 1;
      for (const [attribute, value] of Object.entries(ids)) {
        const key = keyOfValue(attribute, value);
        if (!firstAt.has(key) && firstAt.size < rememberedLimit) firstAt.set(key, arrived);
        traces.set(key, (traces.get(key) ?? new Set()).add(traceId));
        keysOf.set(traceId, (keysOf.get(traceId) ?? new Set()).add(key));
      }
      callOwners(traceId);
    },
    /** Forgets in which traces values occurred, and not when they first did. */
    forgetTrace(traceId: string): void {
      for (const key of keysOf.get(traceId) ?? []) {
        const of = traces.get(key);
        of?.delete(traceId);
        if (of?.size === 0) traces.delete(key);
      }
      keysOf.delete(traceId);
    },
    tracesWith: (key: string): ReadonlySet<string> => traces.get(key) ?? new Set(),
    /** @returns true if another conversation has one of the span's values */
    namesOther: ({ ids = {} }: KeptSpan, owner: ValueOwner | undefined): boolean =>
      Object.entries(ids).some(([attribute, value]) => {
        const all = owners.get(keyOfValue(attribute, value));
        return all !== undefined && [...all].some((one) => one !== owner);
      }),
    /** @returns why a value of the conversation shows nothing, as a sentence; undefined if it does */
    doubtOf(owner: ValueOwner, key: string): string | undefined {
      const attribute = owner.keys.get(key) ?? '';
      if ((owners.get(key)?.size ?? 0) > 1 || contested.has(key)) return shared(attribute);
      const first = firstAt.get(key);
      return first !== undefined && first <= owner.beganAt ? reused(attribute) : undefined;
    },
  };
}

const shared = (attribute: string) =>
  `Another conversation has the same value of ${attribute}, so the spans with it are joined to neither.`;

const reused = (attribute: string) =>
  `Spans with the value of ${attribute} came before this conversation began, so it is not the value of this conversation alone.`;
