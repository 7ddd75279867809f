import { useEffect } from 'react';
import { productName } from './brand.ts';

/** Sets the title of the browser tab to the page title and the product name. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title]);
}
