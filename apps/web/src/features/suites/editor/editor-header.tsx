import { ChevronDown, Play, Redo2, Save, Tag, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { PlatformLabel } from '#/features/devices/platforms.tsx';
import { formatRelative } from '#/lib/format-time.ts';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import type { SuiteDialogKind } from '../suite-dialogs.tsx';
import { SuiteMenu } from '../suite-menu.tsx';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { LabelledRunDialog } from './labelled-run-dialog.tsx';
import { isDirty } from './suite-editor.store.ts';
import type { SuiteRunner } from './suite-runner.ts';

interface EditorHeaderProps {
  runner: SuiteRunner;
  onDialog: (kind: SuiteDialogKind) => void;
}

/** The suite's name, whether it is saved, and the actions for the suite. */
export function EditorHeader({ runner, onDialog }: EditorHeaderProps) {
  const stored = useEditor((state) => state.stored);
  return (
    <header className="top-12 z-10 -mx-4 -my-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 bg-canvas/95 px-4 py-2 backdrop-blur-sm sm:-mx-6 sm:px-6 md:sticky">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex items-center gap-1">
          <h1 className="min-w-0 break-words font-semibold text-ink text-xl">{stored.name}</h1>
          <SuiteMenu suite={stored} onDialog={onDialog} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-xs">
          <PlatformLabel platform={stored.platform} />
          <SaveState />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <UndoButtons />
        <SaveButton />
        <RunButtons runner={runner} />
      </div>
    </header>
  );
}

function RunButtons({ runner }: { runner: SuiteRunner }) {
  const projectId = useEditor(({ stored }) => stored.projectId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        data-tour="run-suite"
        icon={<Play className="size-3.5" aria-hidden />}
        isLoading={runner.isStarting}
        aria-disabled={runner.isRunning || undefined}
        onClick={() => void runner.start()}
      >
        Run
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton
            variant="secondary"
            label="More ways to run"
            aria-disabled={runner.isRunning || undefined}
            icon={<ChevronDown className="size-4" aria-hidden />}
          />
        }
      >
        <MenuItem
          icon={<Tag aria-hidden />}
          onSelect={() => setIsAsking(true)}
          note="Shows which version is tested, and where"
        >
          Run with a label…
        </MenuItem>
      </Menu>
      {isAsking && (
        <LabelledRunDialog
          runner={runner}
          projectId={projectId}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function SaveState() {
  const dirty = useEditor(isDirty);
  const isSaving = useEditor((state) => state.isSaving);
  const savedAt = useEditor((state) => state.stored.lastModified);
  return (
    <p role="status" className="flex items-center gap-1.5">
      <span
        aria-hidden
        className={
          dirty ? 'size-1.5 rounded-full bg-error-solid' : 'size-1.5 rounded-full bg-line-control'
        }
      />
      {isSaving
        ? 'Saving…'
        : dirty
          ? 'Unsaved changes'
          : `Saved ${formatRelative(savedAt, Date.now())}`}
    </p>
  );
}

function SaveButton() {
  const editor = useEditorStore();
  const dirty = useEditor(isDirty);
  const isSaving = useEditor((state) => state.isSaving);
  return (
    <Button
      icon={<Save className="size-4" aria-hidden />}
      isLoading={isSaving}
      aria-disabled={!dirty || undefined}
      onClick={() => void editor.getState().save()}
    >
      Save
    </Button>
  );
}

function UndoButtons() {
  const editor = useEditorStore();
  const canUndo = useEditor(({ past, unwritten }) => past.length > 0 || unwritten !== null);
  const canRedo = useEditor(({ future }) => future.length > 0);
  return (
    <>
      <IconButton
        label="Undo"
        icon={<Undo2 className="size-4" aria-hidden />}
        aria-disabled={!canUndo || undefined}
        onClick={() => editor.getState().undo()}
      />
      <IconButton
        label="Redo"
        icon={<Redo2 className="size-4" aria-hidden />}
        aria-disabled={!canRedo || undefined}
        onClick={() => editor.getState().redo()}
      />
    </>
  );
}
