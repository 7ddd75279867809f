/** Parses a gate from a file of its own. */
import { parseDocument } from 'yaml';
import type { GateSettings } from '../format/model/gate.ts';
import { readGate } from './read-gate.ts';

export interface GateProblem {
  /** Path of the setting, for example "rules[1]", or a line of the text. */
  at: string;
  message: string;
}

/** @returns the gate, or all problems of the text */
export function parseGate(text: string): { gate: GateSettings } | { problems: GateProblem[] } {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error)
    return {
      problems: [
        { at: `line ${error.linePos?.[0].line ?? 1}`, message: error.message.split('\n')[0] ?? '' },
      ],
    };
  const problems: GateProblem[] = [];
  const root = document.toJS() as { gate?: unknown } | null;
  const isGate =
    typeof root?.gate === 'object' && root.gate !== null && Object.keys(root).length === 1;
  if (!isGate)
    return {
      problems: [{ at: 'line 1', message: 'A gate starts with "gate:", with its settings below.' }],
    };
  const gate = readGate(root.gate, (at, message) => problems.push({ at: at || 'gate', message }));
  return problems.length > 0 ? { problems } : { gate };
}
