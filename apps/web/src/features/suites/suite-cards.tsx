import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useElementPlace } from '#/ui/use-element-place.ts';
import { SuiteCard, suiteCardHeight } from './suite-card.tsx';
import type { SuiteViewProps } from './suite-view-props.ts';

const cardWidthMin = 272;
const gap = 12;

/** Suites as cards, in as many columns as fit. Only rows near the viewport are rendered. */
export function SuiteCards({ suites, now, onDialog }: SuiteViewProps) {
  const list = useRef<HTMLUListElement>(null);
  const { width, top } = useElementPlace(list);
  const lanes = Math.max(1, Math.floor((width + gap) / (cardWidthMin + gap)));
  const rows = useWindowVirtualizer({
    count: Math.ceil(suites.length / lanes),
    estimateSize: () => suiteCardHeight,
    gap,
    overscan: 4,
    scrollMargin: top,
  });
  return (
    <ul ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().flatMap(({ index: row, start }) =>
        suites.slice(row * lanes, (row + 1) * lanes).map((suite, lane) => (
          <li
            key={suite.id}
            aria-setsize={suites.length}
            aria-posinset={row * lanes + lane + 1}
            className="absolute"
            style={{
              top: start - top,
              left: `calc(${lane} * (100% + ${gap}px) / ${lanes})`,
              width: `calc((100% - ${(lanes - 1) * gap}px) / ${lanes})`,
            }}
          >
            <SuiteCard suite={suite} now={now} onDialog={onDialog} />
          </li>
        )),
      )}
    </ul>
  );
}
