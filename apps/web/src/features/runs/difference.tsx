import type { DifferencePart } from '@parley/suite';
import { Fragment } from 'react';

/** Parts are words; the spaces between them are put back. */
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
