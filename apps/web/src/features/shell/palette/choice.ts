import type { ShownRunStatus } from '@parley/contract';
import type { LucideIcon } from 'lucide-react';

/** A row of the palette. */
export interface Choice {
  /** Unique among all choices, and stable between visits. */
  key: string;
  name: string;
  /** Text that distinguishes it from others with the same name. */
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
  /** Action to perform, for a choice without an address. */
  act?: () => void;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}
