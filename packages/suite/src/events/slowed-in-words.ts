import type { Slowed } from './run-event.ts';

export function slowedInWords({ waitedMs, perSecond }: Slowed): string {
  const often = perSecond === undefined ? 'only so often' : times(perSecond);
  return `Slowed: the host may be asked ${often}; this run waited ${(waitedMs / 1000).toFixed(1)} s.`;
}

const times = (perSecond: number): string =>
  perSecond === 1 ? 'once a second' : `${perSecond.toLocaleString('en-US')} times a second`;
