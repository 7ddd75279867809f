import { createContext, type RefObject } from 'react';

/**
 * Where menus, lists and tooltips are put: by default at the end of the body, which is right above
 * dialogs. A page gives an element inside its `main`, so that they belong to a landmark.
 */
export const PopupPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
