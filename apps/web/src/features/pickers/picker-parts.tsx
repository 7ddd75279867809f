import type { Picker, PickerCandidate, PickerPart, PickerPartName } from '@parley/contract';
import { useId } from 'react';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { partWords, statusOf } from './part-words.ts';

interface PickerPartsProps {
  parts: PickerPart[];
  part: PickerPartName;
  onPart: (part: PickerPartName) => void;
}

/** The parts of a chat. One of them is selected. */
export function PickerParts({ parts, part, onPart }: PickerPartsProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Part of the chat</legend>
      {parts.map((each, index) => (
        <label
          key={each.part}
          className="flex items-start gap-2 rounded-md px-2.5 py-1.5 text-sm ring-1 ring-line ring-inset hover:bg-hover has-checked:bg-accent-soft has-checked:ring-accent-line has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={name}
            value={each.part}
            checked={each.part === part}
            onChange={() => onPart(each.part)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1">
            <span className="font-medium text-ink">
              {index + 1} {partWords[each.part].label}
            </span>
            <span className="block break-words text-ink-muted text-xs">{statusOf(each)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PartDetailsProps {
  part: PickerPart;
  picker: Picker;
  isBusy: boolean;
  onChoose: (candidate: PickerCandidate) => void;
  onClear: () => void;
  /** Called with the candidate under the pointer; null if there is none. */
  onHint: (candidate: PickerCandidate | null) => void;
}

/** The current element of a part, why it was chosen, and the alternatives. */
export function PartDetails(props: PartDetailsProps) {
  const { part, picker, isBusy, onChoose, onClear, onHint } = props;
  const words = partWords[part.part];
  const candidates = (picker.view?.candidates ?? []).filter(({ kind }) => kind === words.kind);
  const isWritten = part.source === 'written';
  const byItself =
    part.part === 'open' && picker.picks.input !== undefined
      ? 'Because the suite names a message field, Parley clicks nothing on its own.'
      : words.byItself;
  return (
    <section aria-label={words.label} className="flex min-w-0 flex-col gap-3 text-sm">
      <p className="text-ink-muted">
        {words.about} Click it in the picture, or choose it from the list.
      </p>
      {isWritten ? (
        <div className="flex flex-col gap-1.5">
          <p className="text-ink">Added to the suite:</p>
          {part.part !== 'open' &&
            picker.view?.frame.map((selector) => (
              <Selector key={selector} of="frame">
                {selector}
              </Selector>
            ))}
          {part.selectors.map((selector) => (
            <Selector key={selector} of={part.part}>
              {selector}
            </Selector>
          ))}
          {part.matches === 0 && (
            <p className="text-error">
              {part.part === 'open'
                ? 'It is no longer on the page, which is normal after a click.'
                : 'Nothing on the page matches it at the moment.'}
            </p>
          )}
          <Button size="sm" className="self-start" aria-disabled={isBusy} onClick={onClear}>
            Let Parley find it
          </Button>
        </div>
      ) : (
        <p className="text-ink">
          {byItself} <span className="text-ink-muted">Nothing is added to the suite.</span>
        </p>
      )}
      <Reasons part={part} />
      <div className="flex min-h-0 flex-col gap-1.5">
        <h3 className="font-medium text-ink">On the page</h3>
        {candidates.length === 0 && <p className="text-ink-muted">{words.noCandidates}</p>}
        <ul className="flex flex-col gap-1">
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.key}
              candidate={candidate}
              isBusy={isBusy}
              onChoose={() => onChoose(candidate)}
              onHint={(isHinted) => onHint(isHinted ? candidate : null)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface CandidateProps {
  candidate: PickerCandidate;
  isBusy: boolean;
  onChoose: () => void;
  onHint: (isHinted: boolean) => void;
}

function Candidate({ candidate, isBusy, onChoose, onHint }: CandidateProps) {
  const { name, selector, why, against } = candidate;
  return (
    <li>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onChoose()}
        onMouseEnter={() => onHint(true)}
        onMouseLeave={() => onHint(false)}
        onFocus={() => onHint(true)}
        onBlur={() => onHint(false)}
        className={cx(
          'w-full rounded-md px-2.5 py-1.5 text-left ring-1 ring-line ring-inset',
          isBusy ? 'cursor-progress' : 'hover:bg-hover',
        )}
      >
        <span className="sr-only">Use </span>
        <span className="break-words text-ink">{name || selector}</span>
        {(why.length > 0 || against.length > 0) && (
          <span className="block break-words text-ink-muted text-xs">
            {[...why.slice(0, 2), ...against.slice(0, 2).map((each) => `but ${each}`)].join(', ')}
          </span>
        )}
      </button>
    </li>
  );
}

function Reasons({ part: { why, against } }: { part: PickerPart }) {
  if (why.length + against.length === 0) return null;
  return (
    <div>
      {why.length > 0 && <p className="text-ink-muted">Why: {why.join(', ')}.</p>}
      {against.length > 0 && (
        <p className="text-error">Parley would not have chosen this: {against.join(', ')}.</p>
      )}
    </div>
  );
}

function Selector({ of, children }: { of: string; children: string }) {
  return (
    <code className="break-all rounded-sm bg-sunken px-1.5 py-0.5 text-ink text-xs">
      {of}: {children}
    </code>
  );
}
