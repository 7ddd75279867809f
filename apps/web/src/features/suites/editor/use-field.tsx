import type { Block, Input } from '@parley/suite';
import { X } from 'lucide-react';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Select } from '#/ui/select.tsx';
import { growingFieldClass } from './field-class.ts';
import { LiveText } from './live-text.tsx';
import { useUsableBlocks } from './use-usable-blocks.ts';

type Use = Extract<Input, { kind: 'use' }>;

interface UseFieldProps {
  input: Use;
  stepNumber: number;
  onChange: (input: Input, name?: string) => void;
}

/** Selects the block that a step uses, and sets its parameters. */
export function UseField({ input, stepNumber, onChange }: UseFieldProps) {
  const blocks = useUsableBlocks();
  const block = blocks?.find(({ name }) => name === input.block);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Select
        label={`Step ${stepNumber}: block`}
        isLabelHidden
        options={optionsOf(blocks, input.block)}
        value={input.block}
        onChange={(name) =>
          onChange(
            newUse(
              blocks?.find((one) => one.name === name),
              input,
            ),
          )
        }
      />
      {parametersOf(block, input).map(({ name, isKnown }) => (
        <div key={name} className="flex min-w-0 items-start gap-1.5 text-sm">
          <span
            aria-hidden
            className="w-24 shrink-0 truncate pt-1.5 text-ink-muted text-xs"
            title={name}
          >
            {name}
          </span>
          <div className="min-w-0 flex-1">
            <LiveText
              label={`Step ${stepNumber}: ${name}`}
              placeholder={Object.hasOwn(input.parameters, name) ? 'Empty text' : 'Missing text'}
              value={input.parameters[name] ?? ''}
              onChange={(text) =>
                onChange(
                  { ...input, parameters: { ...input.parameters, [name]: text } },
                  `${name} ${stepNumber}`,
                )
              }
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              className={cx(growingFieldClass, !isKnown && 'line-through')}
            />
          </div>
          {!isKnown && (
            <IconButton
              size="sm"
              label={`Step ${stepNumber}: remove ${name}`}
              icon={<X className="size-3.5" aria-hidden />}
              onClick={() => {
                const { [name]: _, ...parameters } = input.parameters;
                onChange({ ...input, parameters });
              }}
            />
          )}
        </div>
      ))}
    </div>
  );
}

/** Options for the block. A missing block is listed while it is selected. */
function optionsOf(blocks: readonly Block[] = [], current: string) {
  const names = blocks.map(({ name }) => name);
  const all = names.includes(current) ? names : [current, ...names];
  return all.map((name) => ({
    value: name,
    label: names.includes(name) ? name : `${name} (missing)`,
  }));
}

/** Parameters of the block, and other parameters that the use sets. */
function parametersOf(block: Block | undefined, { parameters }: Use) {
  const needed = block?.parameters ?? Object.keys(parameters);
  const others = Object.keys(parameters).filter((name) => !needed.includes(name));
  return [
    ...needed.map((name) => ({ name, isKnown: true })),
    ...others.map((name) => ({ name, isKnown: false })),
  ];
}

/** Creates a use of a block. Keeps the values of parameters that the previous use also set. */
export function newUse(block: Block | undefined, before?: Use): Use {
  const kept = Object.entries(before?.parameters ?? {}).filter(([name]) =>
    block?.parameters.includes(name),
  );
  return { kind: 'use', block: block?.name ?? '', parameters: Object.fromEntries(kept) };
}
