/** Masks the credentials in a suite. Runs in a process of the pool if the text is long, see source-shown-to.ts. */
import { maskCredentials } from '@parley/suite';

export const maskSource = (source: string): string => maskCredentials(source);
