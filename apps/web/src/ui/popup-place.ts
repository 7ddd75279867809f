import { createContext, type RefObject } from 'react';

/**
 * Container of menus, lists and tooltips. The default is the end of the body, which is right above
 * dialogs. A page passes an element inside `main`, so that they belong to a landmark.
 */
export const PopupPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
