import type Holidays from 'date-holidays';
import { lazyPackage } from '../../../platform/lazy-package.ts';

/** Loaded on demand: with its tables of the sun, the moon and time zones, it is 2 MB of code. */
export const holidaysPackage = lazyPackage<typeof Holidays>('date-holidays');
