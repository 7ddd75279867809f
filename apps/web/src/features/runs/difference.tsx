import { comparedWordsMax, type DifferencePart, difference } from '@parley/suite';
import { Fragment } from 'react';

interface ChangedTextProps {
  before: string;
  text: string;
}

/** Highlights the words that differ from another text. Long texts are only compared up to a word limit. */
export function ChangedText({ before, text }: ChangedTextProps) {
  const rest = wordsBehind(text);
  const isCut = rest.length > 0 || wordsBehind(before).length > 0;
  return (
    <>
      <Difference parts={difference(before, text)} />
      {rest.length > 0 && ` ${rest.join(' ')}`}
      {isCut && (
        <span className="mt-1 block text-ink-muted text-xs">
          Compared up to word {comparedWordsMax}.
        </span>
      )}
    </>
  );
}

function wordsBehind(text: string): string[] {
  return text.trimEnd().split(/\s+/).slice(comparedWordsMax);
}

/** Renders the parts of a comparison. */
export function Difference({ parts }: { parts: DifferencePart[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
    <Fragment key={index}>
      {index > 0 && ' '}
      <Words part={part} />
    </Fragment>
  ));
}

function Words({ part: { kind, text } }: { part: DifferencePart }) {
  switch (kind) {
    case 'same':
      return text;
    case 'around':
      return <span className="text-ink-muted">{text}</span>;
    case 'missing':
      return (
        <del className="rounded-sm bg-failed-soft px-0.5 text-failed">
          <span className="sr-only">missing: </span>
          {text}
        </del>
      );
    case 'extra':
      return (
        <ins className="rounded-sm bg-passed-soft px-0.5 text-passed">
          <span className="sr-only">instead: </span>
          {text}
        </ins>
      );
  }
}
