import type { ShownRunStatus } from '@parley/contract';
import type { LucideIcon } from 'lucide-react';

/** A row of the palette. */
export interface Choice {
  /** Unique among all; the same at the next visit. */
  key: string;
  name: string;
  /** What tells it from others of the same name. */
  detail?: string;
  /** Text to search instead of the name, if different. */
  searched?: string;
  Icon: LucideIcon;
  /** Status of a run, shown in place of the icon. */
  status?: ShownRunStatus;
  /** The address it leads to. */
  href?: string;
  /** The address opens in a new tab. */
  isExternal?: boolean;
  /** What it does, if it leads nowhere. */
  act?: () => void;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}
