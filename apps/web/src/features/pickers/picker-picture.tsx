import type { PickerPartName, PickerView } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { cx } from '#/ui/cx.ts';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useObjectUrl } from '#/ui/use-object-url.ts';
import { partWords } from './part-words.ts';
import { pictureQuery } from './pickers.queries.ts';

type Box = PickerView['parts'][number]['boxes'][number];

interface PickerPictureProps {
  pickerId: string;
  picture: number;
  view: PickerView;
  part: PickerPartName;
  /** Box of the candidate at which the user points in the list. */
  hinted: Box | null;
  isBusy: boolean;
  onPoint: (point: { x: number; y: number }) => void;
}

/** Screenshot of the page with outlined parts. A click selects the element under the pointer. */
export function PickerPicture(props: PickerPictureProps) {
  const { pickerId, picture, view, part, hinted, isBusy, onPoint } = props;
  const scope = useScope();
  const { data: file } = useQuery(pictureQuery(scope, pickerId, picture));
  const url = useObjectUrl(file);
  const frame = useRef<HTMLElement>(null);
  const isShown = url !== undefined;
  const [box] = view.parts.find((each) => each.part === part)?.boxes ?? [];
  const middle = isShown && box ? (box.x + box.width / 2) / view.width : undefined;
  // On a phone the picture is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is looked for even at the same place
  useEffect(() => {
    const { current } = frame;
    if (!current || middle === undefined) return;
    current.scrollLeft = middle * current.scrollWidth - current.clientWidth / 2;
  }, [middle, part]);
  if (!url) return <Skeleton className="aspect-8/5 w-full rounded-md" />;

  function point({ currentTarget, clientX, clientY }: MouseEvent) {
    if (isBusy) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onPoint({
      x: Math.round(((clientX - left) / width) * view.width),
      y: Math.round(((clientY - top) / height) * view.height),
    });
  }

  return (
    <section
      ref={frame}
      aria-label="Page"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
      tabIndex={0}
      className="overflow-auto rounded-md bg-sunken ring-1 ring-line"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the list beside it does the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        onClick={point}
        className={cx('relative w-full min-w-160', isBusy ? 'cursor-progress' : 'cursor-crosshair')}
        style={{ aspectRatio: `${view.width} / ${view.height}` }}
      >
        <img src={url} alt={altOf(view)} className="block size-full" draggable={false} />
        {view.parts.map(({ part: name, boxes }, index) =>
          boxes.map((box, at) => (
            <Outline
              // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity
              key={`${name} ${at}`}
              box={box}
              view={view}
              isStrong={name === part}
              label={at === 0 ? `${index + 1} ${partWords[name].label}` : undefined}
            />
          )),
        )}
        {hinted && <Outline box={hinted} view={view} isHint />}
      </div>
    </section>
  );
}

interface OutlineProps {
  box: Box;
  view: PickerView;
  label?: string | undefined;
  isStrong?: boolean;
  isHint?: boolean;
}

function Outline({ box, view, label, isStrong = false, isHint = false }: OutlineProps) {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const isAtTop = box.y < 24;
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute rounded-xs border-picked ring-1 ring-white',
        isStrong ? 'border-3' : 'border',
        isHint && 'border-3 border-dashed',
      )}
      style={{
        left: percent(box.x, view.width),
        top: percent(box.y, view.height),
        width: percent(box.width, view.width),
        height: percent(box.height, view.height),
      }}
    >
      {label !== undefined && (
        <span
          className={cx(
            'absolute -left-px whitespace-nowrap rounded-xs bg-picked px-1 font-medium text-[11px] text-white leading-4',
            isAtTop ? 'top-0' : 'bottom-full',
            !isStrong && 'opacity-90',
          )}
        >
          {label}
        </span>
      )}
    </span>
  );
}

/** Alternative text of the screenshot. The parts are described next to it. */
function altOf({ title, parts }: PickerView): string {
  const outlined = parts
    .filter(({ boxes }) => boxes.length > 0)
    .map(({ part }) => partWords[part].label.toLowerCase());
  const page = title ? `The page “${title}”` : 'The page';
  return outlined.length > 0 ? `${page}; outlined: ${outlined.join(', ')}` : page;
}
