import type Holidays from 'date-holidays';
import { lazyPackage } from '../../../platform/lazy-package.ts';

/** Loaded when needed: with its tables of sun, moon and time zones it is 2 MB of code. */
export const holidaysPackage = lazyPackage<typeof Holidays>('date-holidays');
