import { createContext } from 'react';

/** True below the shell, where a wait takes only the place of the page. */
export const InsideShell = createContext(false);
