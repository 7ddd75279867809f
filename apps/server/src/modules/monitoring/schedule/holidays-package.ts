import type Holidays from 'date-holidays';
import { lazyPackage } from '../../../platform/lazy-package.ts';

/** With the courses of sun and moon, and the history of time zones, it is 2 MB of code. */
export const holidaysPackage = lazyPackage<typeof Holidays>('date-holidays');
