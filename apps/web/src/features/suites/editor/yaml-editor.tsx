import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Block, Problem } from '@parley/suite';
import { useEffect, useRef } from 'react';
import { styleNonce } from '#/lib/style-nonce.ts';
import { withLineEndsOf, withLineFeeds } from './line-ends.ts';
import { smallestChange } from './smallest-change.ts';
import { suiteCompletions } from './yaml-completions.ts';

interface YamlEditorProps {
  /** Accessible name. Default: the text of the test suite. */
  label?: string;
  /** Blocks of the project's library, offered while typing. */
  library?: readonly Block[];
  source: string;
  problems: Problem[];
  /** Names of the project's recordings, offered while typing. */
  recordingNames: readonly string[];
  onChange: (source: string) => void;
  /** Undoes the last edit in the shared history, which covers both the text and the steps. */
  onUndo: () => void;
  onRedo: () => void;
}

/** Marks transactions with changes from outside, so that they are not reported as edits. */
const writtenIn = Annotation.define<true>();

/** CodeMirror editor for the suite's text. It is a default export for lazy loading. */
export default function YamlEditor({
  label = 'Text of the test suite',
  library = [],
  source,
  problems,
  recordingNames,
  onChange,
  onUndo,
  onRedo,
}: YamlEditorProps) {
  const text = withLineFeeds(source);
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const act = useRef({ source, library, recordingNames, onChange, onUndo, onRedo });
  act.current = { source, library, recordingNames, onChange, onUndo, onRedo };

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later texts are written into it
  useEffect(() => {
    const made = new EditorView({
      parent: frame.current ?? undefined,
      doc: text,
      extensions: [
        keymap.of([
          { key: 'Mod-z', run: () => done(act.current.onUndo) },
          { key: 'Mod-y', run: () => done(act.current.onRedo) },
          { key: 'Mod-Shift-z', run: () => done(act.current.onRedo) },
        ]),
        extensions,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        autocompletion({ override: [suiteCompletions(() => act.current)] }),
        EditorView.cspNonce.of(styleNonce ?? ''),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          const isWrittenIn = transactions.some((one) => one.annotation(writtenIn));
          if (!docChanged || isWrittenIn) return;
          act.current.onChange(withLineEndsOf(act.current.source, state.doc.toString()));
        }),
      ],
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const change = view.current && smallestChange(view.current.state.doc.toString(), text);
    if (change) view.current?.dispatch({ changes: change, annotations: writtenIn.of(true) });
  }, [text]);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() !== text) return;
    const diagnostics = problems.map((problem) => diagnosticOf(problem, current.state.doc));
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [text, problems]);

  return <div ref={frame} className="overflow-hidden rounded-lg bg-surface ring-1 ring-line" />;
}

function done(act: () => void): true {
  act();
  return true;
}

function diagnosticOf(problem: Problem, doc: Text): Diagnostic {
  const from = offsetOf(doc, problem.line, problem.column);
  const to = offsetOf(doc, problem.endLine ?? problem.line, problem.endColumn ?? problem.column);
  return {
    from,
    to: Math.max(from, to),
    severity: problem.severity,
    message: problem.hint ? `${problem.message}\n${problem.hint}` : problem.message,
  };
}

function offsetOf(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const { from, to } = doc.line(Math.max(1, line));
  return Math.min(from + column - 1, to);
}

const theme = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent-ink)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem 0', minHeight: '24rem', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-line)' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-textfield, .cm-button': {
    padding: '0.125rem 0.5rem',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-control)',
    borderRadius: '4px',
    fontSize: '0.75rem',
  },
  '.cm-button': { backgroundImage: 'none' },
  '.cm-button:hover': { backgroundColor: 'var(--hover)' },
  '.cm-button:active': { backgroundColor: 'var(--pressed)', backgroundImage: 'none' },
  '.cm-panel.cm-search': { padding: '0.375rem 0.75rem' },
  '.cm-panel.cm-search label': { fontSize: '0.75rem' },
  '.cm-panel.cm-search [name=close]': { top: '0.25rem', right: '0.75rem' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--hover)' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', fontFamily: 'var(--font-sans)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--error-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-line)' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-ink)' },
  { tag: tags.string, color: 'var(--passed)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.meta, tags.processingInstruction, tags.separator], color: 'var(--ink-faint)' },
  { tag: [tags.keyword, tags.labelName], color: 'var(--running)' },
]);

const extensions = [
  lineNumbers(),
  lintGutter(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  yaml(),
  theme,
  syntaxHighlighting(highlighting),
  keymap.of([...lintKeymap, ...searchKeymap, ...completionKeymap, ...defaultKeymap, indentWithTab]),
];
