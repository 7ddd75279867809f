import { toast } from './toast.ts';

/** Copies a text to the clipboard. A toast tells if it worked. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ variant: 'success', title: done });
  } catch {
    // Browsers deny clipboard access on plain HTTP.
    toast({ variant: 'destructive', title: 'Your browser did not allow copying' });
  }
}
