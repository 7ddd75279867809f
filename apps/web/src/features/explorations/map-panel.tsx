import type { StoredExploration } from '@parley/contract';
import {
  type Exploration,
  type ExplorationMap,
  type Input,
  inputOf,
  mapOf,
  overlayRun,
  type PathStep,
  type RunOverlay,
  stateOfTurn,
} from '@parley/suite';
import { List, Network, Waypoints } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { nameState } from './explorations.queries.ts';
import { MapList } from './map-list.tsx';
import { NameDialog } from './name-dialog.tsx';
import { RunChoice, useChosenRun } from './run-choice.tsx';
import { SaveDialog, type SaveSource } from './save-dialog.tsx';
import { StateDetails } from './state-details.tsx';

const MapCanvas = lazy(() => import('./map-canvas.tsx'));

interface MapPanelProps {
  stored: StoredExploration;
  exploration: Exploration;
  /** Starts another conversation that sends the messages of this path. */
  onReplay: (path: Input[]) => void;
  /** Sends a message in the active conversation. */
  onSay: (input: Input) => void;
  isStarting: boolean;
}

/** The map, drawn or as a list, with the actions for a selected state. */
export function MapPanel({ stored, exploration, onReplay, onSay, isStarting }: MapPanelProps) {
  const map = useMemo(() => mapOf(exploration), [exploration]);
  const [view, setView] = useState<MapView>('map');
  const [selected, setSelected] = useState<string>();
  const [runId, setRunId] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string>();
  const [saving, setSaving] = useState<SaveSource>();
  const run = useChosenRun(runId);
  const overlay = useMemo(() => (run ? overlayRun(map, run) : undefined), [map, run]);
  const state = map.states.find(({ key }) => key === selected);
  const toRename = map.states.find(({ key }) => key === renaming);
  const hasStates = map.states.length > 1;
  const current = currentState(exploration);
  const shown = { map, overlay, current, selected, onSelect: setSelected };

  return (
    <section
      aria-label="Map"
      className="flex h-full min-w-0 flex-col overflow-hidden rounded-lg bg-surface shadow-card ring-1 ring-line"
    >
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 className="font-semibold text-base text-ink">Map</h2>
          <MapFigures map={map} overlay={overlay} />
        </div>
        {hasStates && (
          <div className="flex flex-wrap items-center gap-2">
            <RunChoice suiteId={stored.suiteId} value={runId} onChange={setRunId} />
            <Button size="sm" onClick={() => setSaving({ kind: 'map' })}>
              Save as suite
            </Button>
            <ViewSwitch view={view} onChange={setView} />
          </div>
        )}
      </header>
      {hasStates ? (
        <div className="flex min-h-0 flex-1 flex-col xl:flex-row">
          <ShownMap view={view} {...shown} />
          {state && (
            <SelectedState
              state={state}
              changed={overlay?.changed.get(state.key)}
              isCurrent={state.key === current}
              isBusy={isStarting}
              onReplay={onReplay}
              onSay={onSay}
              onRename={() => setRenaming(state.key)}
              onSave={() => setSaving({ kind: 'path', steps: state.path })}
              onClose={() => setSelected(undefined)}
            />
          )}
        </div>
      ) : (
        <EmptyState icon={<Waypoints aria-hidden />} title="The map is empty" headingLevel={3}>
          Each different reply becomes a state, and your messages connect them.
        </EmptyState>
      )}
      {toRename && (
        <RenameState
          explorationId={stored.id}
          state={toRename}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {saving && (
        <SaveDialog
          stored={stored}
          exploration={exploration}
          source={saving}
          onClose={() => setSaving(undefined)}
        />
      )}
    </section>
  );
}

type MapView = 'map' | 'list';

function ShownMap({ view, ...shown }: ComponentProps<typeof MapList> & { view: MapView }) {
  return (
    <div className="relative min-h-48 min-w-0 flex-1 overflow-y-auto">
      {view === 'list' ? (
        <MapList {...shown} />
      ) : (
        <Suspense fallback={<Skeleton className="m-4 h-64" />}>
          <MapCanvas {...shown} />
        </Suspense>
      )}
    </div>
  );
}

function ViewSwitch({ view, onChange }: { view: MapView; onChange: (view: MapView) => void }) {
  return (
    <SegmentedControl
      label="View"
      value={view}
      onChange={onChange}
      isIconOnly
      segments={[
        { value: 'map', label: 'Graph', icon: <Network aria-hidden /> },
        { value: 'list', label: 'List', icon: <List aria-hidden /> },
      ]}
    />
  );
}

interface SelectedStateProps
  extends Omit<ComponentProps<typeof StateDetails>, 'onGo' | 'onTry'>,
    Pick<MapPanelProps, 'onReplay' | 'onSay'> {}

/**
 * The selected state. Trying an option continues the active conversation if it is at this state, and otherwise starts a new
 * one.
 */
function SelectedState({ onReplay, onSay, ...details }: SelectedStateProps) {
  const { state, isCurrent } = details;
  const path = inputsOf(state.path);
  return (
    <div className="max-h-1/2 shrink-0 overflow-y-auto border-line border-t xl:max-h-none xl:w-72 xl:border-t-0 xl:border-l">
      <StateDetails
        {...details}
        onGo={() => onReplay(path)}
        onTry={(option) =>
          isCurrent ? onSay(inputOf(option)) : onReplay([...path, inputOf(option)])
        }
      />
    </div>
  );
}

interface RenameStateProps {
  explorationId: string;
  state: ExplorationMap['states'][number];
  onClose: () => void;
}

function RenameState({ explorationId, state, onClose }: RenameStateProps) {
  const scope = useScope();
  return (
    <NameDialog
      title="Rename state"
      name={state.isNamed ? state.label : ''}
      hint="If empty, the state is named after the bot’s reply."
      isOptional
      onSave={(name) => nameState(scope, explorationId, state.key, name)}
      onClose={onClose}
    />
  );
}

interface MapFiguresProps {
  map: ExplorationMap;
  overlay: RunOverlay | undefined;
}

function MapFigures({ map: { states, unexplored }, overlay }: MapFiguresProps) {
  const found = states.length - 1;
  if (found < 1) return null;
  const figures = overlay
    ? [
        `${overlay.covered.size} of ${states.length} covered`,
        overlay.changed.size > 0 && `${overlay.changed.size} changed`,
        overlay.offMap > 0 && `${overlay.offMap} not on the map`,
      ]
    : [found === 1 ? '1 state' : `${found} states`, `${unexplored} unexplored`];
  return (
    <p role="status" className="text-ink-muted text-xs tabular">
      {figures.filter(Boolean).join(' · ')}
    </p>
  );
}

const inputsOf = (steps: readonly PathStep[]): Input[] => steps.map(({ input }) => input);

/** State of the active conversation; undefined if there is none. */
function currentState({ conversations }: Exploration): string | undefined {
  const conversation = conversations.at(-1);
  if (!conversation || conversation.end) return undefined;
  const states = conversation.turns.map(stateOfTurn);
  return states.findLast((state) => state !== undefined) ?? 'start';
}
