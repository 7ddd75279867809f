/** Overlays a run on the map: the states and edges that it covered, and the states whose reply has changed. */
import type { RunResult, StepResult } from '../events/run-result.ts';
import { inTitles } from '../match/pressed-button.ts';
import type { ExplorationMap, MapEdge, MapState } from './exploration-map.ts';
import { inputKey } from './exploration-map.ts';
import { silentState, startState, stateKey } from './state-key.ts';

export interface RunOverlay {
  /** Keys of the states that a test reached. */
  covered: ReadonlySet<string>;
  /** Edges that a test followed. */
  coveredEdges: ReadonlySet<MapEdge>;
  /** Changed replies, by key of the state that the same path led to before. */
  changed: ReadonlyMap<string, ChangedPrompt>;
  /** Number of steps that the map does not contain. */
  offMap: number;
}

export interface ChangedPrompt {
  before: string;
  now: string;
  /** Name of the last test that showed the change. */
  test: string;
}

export function overlayRun(map: ExplorationMap, { tests }: RunResult): RunOverlay {
  const states = new Map(map.states.map((state) => [state.key, state]));
  const ways = new Map<string, MapEdge[]>();
  for (const edge of map.edges) {
    const way = wayOf(edge.from, edge.input);
    ways.set(way, [...(ways.get(way) ?? []), edge]);
  }
  const covered = new Set<string>();
  const coveredEdges = new Set<MapEdge>();
  const changed = new Map<string, ChangedPrompt>();
  let offMap = 0;

  for (const { name, steps } of tests) {
    if (steps.some(hasRun)) covered.add(startState);
    let from: string | undefined = startState;
    for (const step of steps.filter(hasRun)) {
      const key: string = step.reply ? stateKey(step.reply) : silentState;
      const edges: MapEdge[] =
        from === undefined ? [] : (ways.get(wayOf(from, said(step, states.get(from)))) ?? []);
      const edge = edges.find(({ to }) => to === key);
      if (edge) {
        coveredEdges.add(edge);
        covered.add(edge.to);
      } else if (states.has(key)) {
        covered.add(key);
      }
      const expected = edge ? undefined : edges[0];
      if (!edge && !expected && !states.has(key)) offMap += 1;
      if (expected) {
        const before = states.get(expected.to)?.text ?? '';
        changed.set(expected.to, { before, now: step.reply?.text ?? '', test: name });
      }
      // If only the reply has changed, continue from the state that the map expected.
      from = states.has(key) ? key : expected?.to;
    }
  }
  return { covered, coveredEdges, changed, offMap };
}

const hasRun = ({ outcome, reply }: StepResult) =>
  reply !== undefined || outcome === 'passed' || outcome === 'failed';

/** Replaces the value of a pressed button with its title, because both mean the same edge. */
const said = ({ input }: StepResult, from: MapState | undefined): MapEdge['input'] =>
  inTitles(input, from?.options.map(({ button }) => button) ?? []);

const wayOf = (from: string, input: MapEdge['input']) => `${from}\n${inputKey(input)}`;
