import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { cx } from '#/ui/cx.ts';
import { dialogPopupClass, dialogVeilClass } from '#/ui/dialog-frame.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { useOpener } from '#/ui/use-opener.ts';
import type { Choice } from './choice.ts';
import { ChoiceList } from './choice-list.tsx';
import { commandKey } from './command-key.ts';
import { takeTyped } from './palette-store.ts';
import { keepRecent } from './recent-choices.ts';
import { useChoices } from './use-choices.ts';

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Searches everything with a name, and opens it by keyboard. */
export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const opener = useOpener();
  const input = useRef<HTMLInputElement>(null);
  const [openings, setOpenings] = useState({ count: 0, wasOpen: false });
  if (openings.wasOpen !== isOpen)
    setOpenings({ count: openings.count + (isOpen ? 1 : 0), wasOpen: isOpen });
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogVeilClass} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-2 sm:px-4 sm:pt-[12vh]">
          <Dialog.Popup
            initialFocus={() => {
              opener.note();
              return input.current ?? true;
            }}
            finalFocus={opener.isThere}
            className={cx(
              dialogPopupClass,
              'max-w-xl overflow-hidden max-sm:max-h-[calc(100dvh-1rem)] sm:max-h-[70vh]',
            )}
          >
            <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
            <Finder input={input} opening={openings.count} onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FinderProps {
  input: React.RefObject<HTMLInputElement | null>;
  /** Number of times the palette was opened. Each opening starts empty, even while the previous one is still closing. */
  opening: number;
  onClose: () => void;
}

function Finder({ input, opening, onClose }: FinderProps) {
  const id = useId();
  const [shownIn, setShownIn] = useState(opening);
  const [text, setText] = useState('');
  /** Key of the choice selected by arrow key or pointer; undefined selects the first one. */
  const [pointed, setPointed] = useState<string>();
  /** Set if Enter was pressed before the server responded. */
  const [waiting, setWaiting] = useState<{ isNewTab: boolean }>();
  if (shownIn !== opening) {
    setShownIn(opening);
    setText('');
    setPointed(undefined);
    setWaiting(undefined);
  }
  const first = useRef(opening);
  useEffect(() => {
    // A palette that is reopened while it is closing is not mounted again, so the focus must be set.
    if (opening !== first.current) input.current?.focus();
  }, [opening, input]);
  const { groups, isLoading, error, retry } = useChoices(text);
  const open = useOpen(onClose);
  const choices = groups.flatMap((group) => group.choices);
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === pointed),
  );
  const active = choices[at];
  const wanted = text.trim();

  useEffect(() => {
    if (!waiting || isLoading) return;
    setWaiting(undefined);
    if (active && !error) open(active, waiting.isNewTab);
  }, [waiting, isLoading, active, error, open]);

  function press(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setWaiting(undefined);
      setPointed(choices[(at + step + choices.length) % choices.length]?.key);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const isNewTab = event.ctrlKey || event.metaKey;
      const isPointed = pointed !== undefined && active?.key === pointed;
      // The first choice can change when the server responds.
      if (isLoading && !isPointed) setWaiting({ isNewTab });
      else if (active) open(active, isNewTab);
    }
  }

  return (
    <>
      <FinderFrame isLoading={isLoading} onClose={onClose}>
        <input
          ref={input}
          role="combobox"
          aria-label="Search or jump to"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={choices.length > 0 ? id : undefined}
          aria-activedescendant={active && `${id}-${active.key}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder="Suites, tests, projects, monitors, people, runs, pages…"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPointed(undefined);
            setWaiting(undefined);
          }}
          onKeyDown={press}
          onFocus={() => {
            const early = takeTyped();
            if (early) setText((before) => before + early);
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
        />
      </FinderFrame>
      {error && (
        <RetryAlert what="the names" error={error} onRetry={retry} className="m-3 shrink-0" />
      )}
      {choices.length > 0 && (
        <ChoiceList
          id={id}
          groups={groups}
          activeKey={active?.key}
          onPoint={setPointed}
          onOpen={open}
        />
      )}
      {choices.length === 0 && !error && <NoChoices wanted={wanted} isLoading={isLoading} />}
      <p role="status" className="sr-only">
        {statusOf({ wanted, count: choices.length, isLoading, hasFailed: error !== null })}
      </p>
      <p className="flex shrink-0 gap-4 border-line border-t px-4 py-2 text-ink-muted text-xs max-sm:hidden">
        <Hint keys="↑ ↓">to move</Hint>
        <Hint keys="Enter">to open</Hint>
        <Hint keys={commandKey('Enter')}>in a new tab</Hint>
      </p>
    </>
  );
}

function Hint({ keys, children }: { keys: string; children: string }) {
  return (
    <span>
      <kbd className="font-medium font-sans text-ink">{keys}</kbd> {children}
    </span>
  );
}

interface Finding {
  wanted: string;
  count: number;
  isLoading: boolean;
  hasFailed: boolean;
}

/** Status of the search for screen readers. */
function statusOf({ wanted, count, isLoading, hasFailed }: Finding): string {
  if (wanted === '' || hasFailed) return '';
  if (isLoading) return 'Searching…';
  if (count === 0) return `Nothing called “${wanted}”`;
  return count === 1 ? '1 result' : `${count} results`;
}

/** @returns a function that opens a choice in this or a new tab */
function useOpen(onClose: () => void): (choice: Choice, isNewTab: boolean) => void {
  const scope = useScope();
  const router = useRouter();
  return (choice, isNewTab) => {
    const { href, isExternal, act } = choice;
    keepRecent(scope, choice);
    onClose();
    if (act) act();
    else if (isExternal || isNewTab) window.open(href, '_blank', 'noopener');
    else if (href) void router.navigate({ href });
  };
}

function NoChoices({ wanted, isLoading }: { wanted: string; isLoading: boolean }) {
  return (
    <p className="wrap-anywhere px-4 py-8 text-center text-ink-muted text-sm">
      {isLoading ? 'Searching…' : `Nothing called “${wanted}”`}
    </p>
  );
}

interface FinderFrameProps {
  isLoading: boolean;
  onClose: () => void;
  /** The search field. */
  children: React.ReactNode;
}

/** Row around the search field, with a loading indicator and a button that closes the palette. */
function FinderFrame({ isLoading, onClose, children }: FinderFrameProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-4">
      {isLoading ? <Spinner /> : <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />}
      {children}
      <button
        type="button"
        onClick={onClose}
        className="rounded-sm px-1.5 py-0.5 text-ink-muted text-xs ring-1 ring-line hover:bg-hover hover:text-ink"
      >
        <span className="max-sm:hidden" aria-hidden>
          Esc
        </span>
        <span className="sm:sr-only">Close</span>
      </button>
    </div>
  );
}
