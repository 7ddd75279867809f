import type { ShownRunStatus } from '@parley/contract';
import type { LucideIcon } from 'lucide-react';

/** A row of the palette. */
export interface Choice {
  /** Unique among all choices, and the same at each visit. */
  key: string;
  name: string;
  /** Text that distinguishes the choice from others with the same name. */
  detail?: string;
  /** Text to search instead of the name. */
  searched?: string;
  Icon: LucideIcon;
  /** Status of a run, shown instead of the icon. */
  status?: ShownRunStatus;
  /** Address that the choice opens. */
  href?: string;
  /** True to open the address in a new tab. */
  isExternal?: boolean;
  /** Action of a choice without an address. */
  act?: () => void;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}
