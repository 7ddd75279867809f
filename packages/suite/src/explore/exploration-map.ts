/**
 * The map of a bot, folded from conversations with it: a state for each distinct reply, an edge for each input that led from
 * one state to another, and the quick replies that nobody has tried yet.
 */

import { describeInput } from '../format/model/inputs.ts';
import type { Input } from '../format/model/suite.ts';
import type { Button, Reply } from '../match/matcher.ts';
import { inTitles } from '../match/pressed-button.ts';
import type { Exploration, ExploredConversation, ExploredTurn } from './fold-exploration.ts';
import { silentState, startState, stateKey } from './state-key.ts';

export interface ExplorationMap {
  /** In order of discovery. The first is the state in which every conversation starts. */
  states: MapState[];
  edges: MapEdge[];
  /** Number of quick replies, over all states, that were offered but never chosen. */
  unexplored: number;
}

export interface MapState {
  key: string;
  /** The name that a person gave the state, otherwise the bot's reply. */
  label: string;
  isNamed: boolean;
  /** The bot's first reply in this state; empty at the start and if the bot did not reply. */
  text: string;
  options: MapOption[];
  visits: number;
  /** The shortest path by which a conversation reached the state. */
  path: PathStep[];
}

/** A quick reply that a state offers. */
interface MapOption {
  button: Button;
  isExplored: boolean;
}

export interface MapEdge {
  from: string;
  to: string;
  input: Input;
  /** Number of times that a conversation followed the edge. */
  count: number;
}

export function mapOf({ conversations, names }: Exploration): ExplorationMap {
  const states = new Map<string, MapState>();
  const edges = new Map<string, MapEdge>();
  const visit = (key: string, reply: Reply | undefined, path: PathStep[]) => {
    const known = states.get(key);
    const state = known ?? newState(key, reply, path, names[key]);
    if (!known) states.set(key, state);
    state.visits += 1;
    if (path.length < state.path.length) state.path = path;
  };

  for (const conversation of conversations) {
    visit(startState, undefined, []);
    let from: string = startState;
    const path: PathStep[] = [];
    for (const step of stepsOf(conversation)) {
      const { input, to, reply } = step;
      path.push(step);
      visit(to, reply, [...path]);
      const id = [from, inputKey(input), to].join('\n');
      const edge = edges.get(id);
      if (edge) edge.count += 1;
      else edges.set(id, { from, to, input, count: 1 });
      from = to;
    }
  }

  for (const { from, input } of edges.values()) {
    const taken = inputKey(input);
    for (const option of states.get(from)?.options ?? []) {
      if (taken === inputKey(inputOf(option.button))) option.isExplored = true;
    }
  }
  const found = [...states.values()];
  const unexplored = found.flatMap(({ options }) => options).filter((option) => !option.isExplored);
  return { states: found, edges: [...edges.values()], unexplored: unexplored.length };
}

/** One turn of a conversation as a step on the map. */
export interface PathStep {
  input: Input;
  to: string;
  reply?: Reply;
}

/**
 * @returns the sent messages of a conversation and the states that they led to, without messages that still wait for a reply.
 * Ends before the first recording without a transcript, because it could not be repeated.
 */
export function stepsOf({ turns }: Pick<ExploredConversation, 'turns'>): PathStep[] {
  const steps: PathStep[] = [];
  let offered: readonly Button[] = [];
  for (const turn of turns) {
    const { status, reply } = turn;
    const input = turn.input && inTitles(turn.input, offered);
    if (reply) offered = reply.buttons;
    if (input === undefined || status === 'pending') continue;
    if (hasUnknownWords(turn)) break;
    steps.push({ input, to: reply ? stateKey(reply) : silentState, ...(reply && { reply }) });
  }
  return steps;
}

/** @returns the key of the state that a turn led to; undefined until the turn has ended, and for unprompted messages */
export function stateOfTurn({ input, status, reply }: ExploredTurn): string | undefined {
  if (input === undefined || status === 'pending') return undefined;
  return reply ? stateKey(reply) : silentState;
}

/** @returns true if the user spoke and there is no transcript, or an empty one */
export function hasUnknownWords({ spoken }: ExploredTurn): boolean {
  return spoken !== undefined && !spoken.transcript?.text.trim();
}

/** @returns the message that presses a quick reply */
export function inputOf({ title }: Button): Input {
  return { kind: 'text', text: title };
}

/** @returns the same key for inputs that share an edge. Numbers are kept, because 1 and 2 choose different things. */
export function inputKey(input: Input): string {
  if (input.kind !== 'text') return `${input.kind} ${describeInput(input)}`;
  return `text ${input.text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()}`;
}

const labels: Record<string, string> = {
  [startState]: 'Start',
  [silentState]: 'No answer',
};

function newState(
  key: string,
  reply: Reply | undefined,
  path: PathStep[],
  name: string | undefined,
): MapState {
  const text = reply?.text ?? '';
  const byInput = new Map(reply?.buttons.map((button) => [inputKey(inputOf(button)), button]));
  return {
    key,
    label: name ?? labels[key] ?? (text.trim() || 'A reply without text'),
    isNamed: name !== undefined,
    text,
    options: [...byInput.values()].map((button) => ({ button, isExplored: false })),
    visits: 0,
    path,
  };
}
