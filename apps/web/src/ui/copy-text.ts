import { toast } from './toast.ts';

/** Copies a text to the clipboard and confirms it with a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ variant: 'success', title: done });
  } catch {
    // Browsers refuse the clipboard on plain http addresses.
    toast({ variant: 'destructive', title: 'Your browser did not allow copying' });
  }
}
