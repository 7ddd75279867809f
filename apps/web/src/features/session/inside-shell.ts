import { createContext } from 'react';

/** True inside the shell, where a pending page must not cover the whole screen. */
export const InsideShell = createContext(false);
