import {
  describeInput,
  type ExplorationMap,
  type MapEdge,
  type MapState,
  type RunOverlay,
} from '@parley/suite';
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './map-canvas.css';
import { useEffect, useMemo } from 'react';
import { cx } from '#/ui/cx.ts';
import { layOutMap, stateSize } from './lay-out-map.ts';
import { markOf } from './mark-of.ts';
import { type StateMark, StateMarks } from './state-marks.tsx';

export interface MapCanvasProps {
  map: ExplorationMap;
  overlay: RunOverlay | undefined;
  /** State of the active conversation. */
  current: string | undefined;
  selected: string | undefined;
  onSelect: (key: string) => void;
}

/** The map as a drawing. map-list.tsx has the same content as text. */
export default function MapCanvas(props: MapCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

interface StateData extends Record<string, unknown> {
  state: MapState;
  mark: StateMark | undefined;
  isCurrent: boolean;
  isSelected: boolean;
  isFaded: boolean;
}

const nodeTypes = { state: StateNode };

/** Smallest readable scale. If the map does not fit at this scale, only the part around the conversation is shown. */
const readableZoom = 0.75;
const closeZoom = 0.9;

function Canvas({ map, overlay, current, selected, onSelect }: MapCanvasProps) {
  const places = useMemo(() => layOutMap(map), [map]);
  useView(places, current ?? map.states[0]?.key, selected);
  const nodes = map.states.map((state): Node<StateData> => {
    const mark = overlay && markOf(state.key, overlay);
    return {
      id: state.key,
      type: 'state',
      position: places.get(state.key) ?? { x: 0, y: 0 },
      ...stateSize,
      ariaLabel: `State: ${state.label.slice(0, 120)}`,
      data: {
        state,
        mark,
        isCurrent: state.key === current,
        isSelected: state.key === selected,
        isFaded: mark === 'uncovered',
      },
    };
  });
  const edges = linesOf(map).map((line): Edge => {
    const isCovered = line.some((edge) => overlay?.coveredEdges.has(edge));
    const [{ from, to }] = line;
    const label = line.map(({ input }) => describeInput(input)).join(', ');
    return {
      id: `${from} ${to}`,
      source: from,
      target: to,
      label: label.length > 28 ? `${label.slice(0, 27)}…` : label,
      focusable: false,
      className: isCovered ? 'is-covered' : '',
      markerEnd: {
        type: MarkerType.ArrowClosed,
        markerUnits: 'userSpaceOnUse',
        width: 18,
        height: 18,
        color: isCovered ? 'var(--passed-solid)' : 'var(--ink-faint)',
      },
    };
  });

  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodeClick={(_, { id }) => onSelect(id)}
      onNodesChange={(changes) => {
        for (const change of changes)
          if (change.type === 'select' && change.selected) onSelect(change.id);
      }}
      nodesDraggable={false}
      nodesConnectable={false}
      minZoom={0.1}
      maxZoom={1.5}
      className="exploration-map"
      aria-label="Map of the bot"
    >
      <Background gap={20} />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

/** Shows the whole map if it is still readable, or else the part around the conversation. Moves a selected state into view. */
function useView(
  places: ReturnType<typeof layOutMap>,
  focus: string | undefined,
  selected: string | undefined,
): void {
  const { setCenter, setViewport, getZoom } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const count = places.size;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map with as many states looks the same
  useEffect(() => {
    if (width === 0 || height === 0) return;
    const right = Math.max(...[...places.values()].map(({ x }) => x)) + stateSize.width;
    const bottom = Math.max(...[...places.values()].map(({ y }) => y)) + stateSize.height;
    const whole = Math.min(1, width / (right + margin), height / (bottom + margin));
    const zoom = whole >= readableZoom ? whole : closeZoom;
    const [x, y] = middleOf(places.get(focus ?? '') ?? { x: 0, y: 0 });
    void setViewport({
      x: startOf(width, right * zoom, x * zoom),
      y: startOf(height, bottom * zoom, y * zoom),
      zoom,
    });
  }, [count, focus, width, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection moves the map
  useEffect(() => {
    const place = selected === undefined ? undefined : places.get(selected);
    if (place && width > 0) void setCenter(...middleOf(place), { zoom: getZoom() });
  }, [selected, width]);
}

const margin = 16;

/** Offset that centers a position with as little empty space as possible. */
function startOf(size: number, mapSize: number, place: number): number {
  const free = size - mapSize;
  if (free >= 0) return free / 2;
  return Math.min(margin, Math.max(free - margin, size / 2 - place));
}

const middleOf = ({ x, y }: { x: number; y: number }): [number, number] => [
  x + stateSize.width / 2,
  y + stateSize.height / 2,
];

/** Groups edges with the same start and end, because they are drawn as one line. Edges from a state to itself are not drawn. */
function linesOf({ edges }: ExplorationMap): [MapEdge, ...MapEdge[]][] {
  const lines = new Map<string, [MapEdge, ...MapEdge[]]>();
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const line = lines.get(`${edge.from} ${edge.to}`);
    if (line) line.push(edge);
    else lines.set(`${edge.from} ${edge.to}`, [edge]);
  }
  return [...lines.values()];
}

function StateNode({ data }: NodeProps<Node<StateData>>) {
  const { state, mark, isCurrent, isSelected, isFaded } = data;
  return (
    <div
      className={cx(
        'flex h-full w-full flex-col justify-between rounded-lg bg-surface px-3 py-2 text-left shadow-card ring-1 transition-shadow',
        isSelected
          ? 'ring-2 ring-accent-ink'
          : isCurrent
            ? 'ring-2 ring-passed-solid'
            : 'ring-line',
        mark === 'changed' && !isSelected && 'ring-2 ring-error-solid',
        isFaded && 'border border-line-control border-dashed shadow-none',
      )}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <p
        className={cx(
          'line-clamp-2 break-words text-sm',
          state.isNamed ? 'font-semibold text-ink' : 'text-ink',
        )}
      >
        {state.label}
      </p>
      <StateMarks state={state} mark={mark} isCurrent={isCurrent} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}
