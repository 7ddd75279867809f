import type { Assertion } from '@parley/suite';
import { useRef } from 'react';
import { AssertionLine } from './assertion-line.tsx';
import { emptyAssertion, isEmptyAssertion, removeAt, replaceAt } from './edit-suite.ts';

interface ExpectationFieldProps {
  assertions: Assertion[];
  stepNumber: number;
  onChange: (assertions: Assertion[], name?: string) => void;
}

/**
 * Expectations for a step's reply. A step without expectations accepts every reply; it shows an empty line, which becomes an
 * expectation when the user types.
 */
export function ExpectationField({ assertions, stepNumber, onChange }: ExpectationFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const lines = assertions.length > 0 ? assertions : [emptyAssertion];
  const write = (next: Assertion[], name?: string) => {
    const [only] = next;
    onChange(next.length === 1 && only && isEmptyAssertion(only) ? [] : next, name);
  };
  /** Removes a line. The focus moves to the line that takes its place, because the button disappears or is disabled. */
  const remove = (index: number) => {
    write(removeAt(lines, index));
    requestAnimationFrame(() => {
      const rest = field.current?.children;
      const line = rest?.[Math.min(index, rest.length - 1)];
      // An expectation that only checks for existence has no text.
      const place =
        line?.querySelector<HTMLElement>('[data-expected]') ?? line?.querySelector('button');
      place?.focus();
    });
  };
  return (
    <div ref={field} className="flex min-w-0 flex-col gap-1.5">
      {lines.map((assertion, index) => (
        <AssertionLine
          // biome-ignore lint/suspicious/noArrayIndexKey: an expectation is its place
          key={index}
          label={`Step ${stepNumber}, expectation ${index + 1}`}
          assertion={assertion}
          isRemovable={assertions.length > 0}
          onChange={(changed, name) =>
            write(
              replaceAt(lines, index, () => changed),
              name,
            )
          }
          onRemove={() => remove(index)}
          onAdd={
            index === lines.length - 1 ? () => onChange([...lines, emptyAssertion]) : undefined
          }
        />
      ))}
    </div>
  );
}
