import {
  type ChangedPrompt,
  describeInput,
  type MapState,
  type Button as QuickReply,
} from '@parley/suite';
import { Pencil, Play, Save, X } from 'lucide-react';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';

interface StateDetailsProps {
  state: MapState;
  changed: ChangedPrompt | undefined;
  /** True if the active conversation is at this state. */
  isCurrent: boolean;
  isBusy: boolean;
  onGo: () => void;
  onTry: (option: QuickReply) => void;
  onRename: () => void;
  onSave: () => void;
  onClose: () => void;
}

/** Details of a state, and its actions. */
export function StateDetails({
  state,
  changed,
  isCurrent,
  isBusy,
  onGo,
  onTry,
  onRename,
  onSave,
  onClose,
}: StateDetailsProps) {
  const { label, text, isNamed, path, options } = state;
  const unexplored = options.filter(({ isExplored }) => !isExplored);
  return (
    <section aria-label="Selected state" className="flex min-w-0 flex-col gap-4 p-4">
      <header className="flex items-start justify-between gap-2">
        <h3 className="line-clamp-3 min-w-0 break-words font-semibold text-base text-ink">
          {label}
        </h3>
        <span className="-mt-1 -mr-1.5 flex shrink-0">
          <IconButton
            size="sm"
            label="Rename state"
            icon={<Pencil className="size-3.5" />}
            onClick={onRename}
          />
          <IconButton
            size="sm"
            label="Close details"
            icon={<X className="size-4" />}
            onClick={onClose}
          />
        </span>
      </header>
      {changed && <Changed changed={changed} />}
      {(isNamed || text.length > 80) && text && (
        <p className="whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-ink text-sm ring-1 ring-line ring-inset">
          {text}
        </p>
      )}
      {path.length > 0 && (
        <>
          <div>
            <h4 className="mb-1.5 font-medium text-ink-muted text-xs">Path to this state</h4>
            <ol className="flex list-inside list-decimal flex-col gap-1 text-sm marker:text-ink-faint">
              {path.map(({ input }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a path keeps its order
                <li key={index} className="truncate text-ink">
                  {describeInput(input)}
                </li>
              ))}
            </ol>
          </div>
          <div className="flex flex-wrap gap-2">
            {!isCurrent && (
              <Button
                size="sm"
                icon={<Play className="size-3.5" aria-hidden />}
                isLoading={isBusy}
                onClick={onGo}
              >
                Go here
              </Button>
            )}
            <Button size="sm" icon={<Save className="size-3.5" aria-hidden />} onClick={onSave}>
              Save as test
            </Button>
          </div>
        </>
      )}
      {unexplored.length > 0 && (
        <div>
          <h4 className="mb-1.5 font-medium text-ink-muted text-xs">Not explored yet</h4>
          <ul className="flex flex-wrap gap-1.5">
            {unexplored.map(({ button }) => (
              <li key={button.title}>
                <button
                  type="button"
                  onClick={() => onTry(button)}
                  className="min-h-7 rounded-full px-3 py-1 text-left font-medium text-accent-ink text-xs ring-1 ring-accent-line ring-inset hover:bg-accent-soft"
                >
                  <span className="sr-only">Try </span>
                  {button.title}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Changed({ changed: { before, now, test } }: { changed: ChangedPrompt }) {
  return (
    <div className="rounded-md bg-error-soft px-3 py-2.5 text-sm ring-1 ring-error-line ring-inset">
      <p className="font-medium text-ink">The bot’s reply has changed</p>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        <dt className="text-ink-muted">Explored</dt>
        <dd className="break-words text-ink">{before}</dd>
        <dt className="text-ink-muted">In the run</dt>
        <dd className="break-words text-ink">{now || 'Nothing'}</dd>
        <dt className="text-ink-muted">Test</dt>
        <dd className="break-words text-ink">{test}</dd>
      </dl>
    </div>
  );
}
