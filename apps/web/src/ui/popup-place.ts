import { createContext, type RefObject } from 'react';

/**
 * Container of menus, lists and tooltips. The default is the end of the body, so that they appear above dialogs. A page can
 * pass an element inside `main`, so that they belong to a landmark.
 */
export const PopupPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
