/** Carried out in a process of the pool where the text is long, see source-shown-to.ts. */
import { maskCredentials } from '@parley/suite';

export const maskSource = (source: string): string => maskCredentials(source);
