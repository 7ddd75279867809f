/** Collects tool calls from the pieces in which a format reports them. */
import type { Json } from '../format/model/suite.ts';
import { isWithin, parseJson, toolValueDepthMax } from './json-text.ts';
import { mergeReports } from './merge-reports.ts';
import { createCallNames } from './told-calls.ts';
import type { ToolCall } from './tool-call.ts';

/** Maximum number of calls to keep per turn. */
export const toolCallsPerTurnMax = 200;
/** Maximum number of characters to keep of the arguments, result or error of a call. */
export const toolValueLengthMax = 16_384;

/** A call that is still being reported. */
export interface OpenCall {
  call: ToolCall;
  /** The pieces of its arguments received so far. */
  text: string;
  /** True if its arguments are complete. */
  isWhole: boolean;
}

export interface CallList {
  /** Begins a call. Its arguments are added with `addText` or `setArgs`. */
  begin(named: {
    name: Json | undefined;
    id?: Json | undefined;
    agent?: Json | undefined;
  }): OpenCall;
  addText(open: OpenCall, text: Json | undefined): void;
  /** Sets the complete arguments, as JSON text or as a value. */
  setArgs(open: OpenCall, args: Json | undefined): void;
  find(id: Json | undefined): OpenCall | undefined;
  /** Sets the result or the error of the call with this ID. */
  result(id: Json | undefined, result: Json | undefined, error?: Json | undefined): void;
  refuse(id: Json | undefined): void;
  /** Begins a new round. Calls from now on were requested after the results of earlier ones. */
  nextRound(): void;
  gap(words: string): void;
  /** Reads the messages before the user's last message, which belong to earlier turns. */
  tell(read: (earlier: CallList) => void): void;
  /** @returns the calls collected so far, the names of calls in earlier turns, and why some calls may be missing */
  end(): { calls: ToolCall[]; told: string[]; gaps: string[] };
}

export function createCallList(): CallList {
  const opened: OpenCall[] = [];
  const gaps = new Set<string>();
  const told = new Set<string>();
  let round = 0;
  /** True if a result arrived after the last call began. */
  let isAnswered = false;

  const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);

  const list: CallList = {
    begin({ name, id, agent }) {
      if (isAnswered) list.nextRound();
      const called = textOf(name)?.slice(0, 500);
      if (!called) gaps.add('A call arrived without the name of its tool.');
      const open: OpenCall = {
        call: {
          name: called ?? '',
          ...(textOf(id) && { id: textOf(id)?.slice(0, 500) as string }),
          ...(textOf(agent) && { agent: textOf(agent)?.slice(0, 500) as string }),
          stage: 'requested',
          round,
        },
        text: '',
        isWhole: false,
      };
      if (opened.length < toolCallsPerTurnMax) opened.push(open);
      else gaps.add(`More than ${toolCallsPerTurnMax} calls arrived in one turn.`);
      return open;
    },
    addText(open, text) {
      const piece = textOf(text) ?? '';
      // Keep one character more than allowed, as a sign that the text was cut.
      if (open.text.length <= toolValueLengthMax) {
        open.text = (open.text + piece).slice(0, toolValueLengthMax + 1);
      }
    },
    setArgs(open, args) {
      open.isWhole = true;
      open.text = '';
      if (args === undefined || args === null) return;
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      putArgs(open.call, text, typeof args === 'string' ? undefined : args);
    },
    find: (id) =>
      typeof id === 'string' ? opened.findLast(({ call }) => call.id === id) : undefined,
    result(id, result, error) {
      const open = list.find(id);
      if (!open) {
        gaps.add('A result arrived for a call that was not reported.');
        return;
      }
      isAnswered = true;
      const { call } = open;
      call.stage = 'executed';
      if (error !== undefined && error !== null && error !== false) {
        call.error = (typeof error === 'string' ? error : JSON.stringify(error)).slice(
          0,
          toolValueLengthMax,
        );
      }
      if (result !== undefined) putResult(call, result);
    },
    refuse(id) {
      const open = list.find(id);
      if (open) open.call.stage = 'refused';
      else gaps.add('A call that was not reported was refused.');
    },
    nextRound() {
      isAnswered = false;
      if (opened.some(({ call }) => call.round === round)) round += 1;
    },
    gap: (words) => void gaps.add(words),
    tell(read) {
      const earlier = createCallList();
      read(earlier);
      const { calls, gaps: unread } = earlier.end();
      const nameOf = createCallNames();
      for (const call of calls) told.add(nameOf(call));
      for (const words of unread) gaps.add(words);
    },
    end() {
      for (const open of opened) {
        if (open.isWhole) continue;
        if (open.text !== '') {
          delete open.call.args;
          putArgs(open.call, open.text, undefined);
        } else if (open.call.args === undefined) open.call.rawArgs = '';
      }
      const merged = mergeReports(opened.map(({ call }) => call));
      return { calls: merged.calls, told: [...told], gaps: [...gaps, ...merged.gaps] };
    },
  };
  return list;
}

/** Sets arguments. Text that is not JSON is kept as received, and cannot be checked. */
export function putArgs(call: ToolCall, text: string, parsed: Json | undefined): void {
  if (text.length > toolValueLengthMax) {
    call.rawArgs = text.slice(0, toolValueLengthMax);
    return;
  }
  // Models often call a tool without parameters with empty text.
  const value = parsed ?? (text.trim() === '' ? {} : parseJson(text));
  if (value === undefined || !isWithin(value, toolValueDepthMax)) call.rawArgs = text;
  else call.args = value;
}

export function putResult(call: ToolCall, result: Json): void {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  if (text.length > toolValueLengthMax) {
    call.result = text.slice(0, toolValueLengthMax);
    call.isResultCut = true;
    return;
  }
  // Results of tools are text, which usually is JSON.
  const parsed = typeof result === 'string' && /^\s*[[{]/.test(result) ? parseJson(result) : result;
  const value = parsed === undefined ? text : parsed;
  call.result = isWithin(value, toolValueDepthMax) ? value : text;
}
