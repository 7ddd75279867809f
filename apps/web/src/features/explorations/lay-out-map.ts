import { Graph, layout } from '@dagrejs/dagre';
import type { ExplorationMap } from '@parley/suite';

export const stateSize = { width: 216, height: 84 };

/** Computes the position of each state by key: its top left corner in pixels. */
export function layOutMap({
  states,
  edges,
}: ExplorationMap): Map<string, { x: number; y: number }> {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 72, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key } of states) graph.setNode(key, { ...stateSize });
  for (const { from, to } of edges) if (from !== to) graph.setEdge(from, to);
  layout(graph);
  return new Map(
    states.map(({ key }) => {
      const { x = 0, y = 0 } = graph.node(key) as { x?: number; y?: number };
      return [key, { x: x - stateSize.width / 2, y: y - stateSize.height / 2 }];
    }),
  );
}
