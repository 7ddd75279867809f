import { toast } from '#/ui/toast.ts';
import { type ClickSeries, countClick } from './triple-click.ts';

const toastMs = 2000;

let series: ClickSeries = { count: 0, lastAt: 0 };

/** Copies the organization's id after three quick clicks on its icon. Support may ask for the id. */
export function clickOrganizationIcon(organizationId: string, now = Date.now()): void {
  const next = countClick(series, now);
  series = next;
  if (next.isComplete) void copy(organizationId);
}

async function copy(organizationId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(organizationId);
  } catch (error) {
    // Browsers deny clipboard access on plain HTTP. The account page also shows the id.
    console.warn('Failed to copy the organization ID.', error);
    return;
  }
  toast({
    title: 'Copied!',
    description: 'Organization ID copied to clipboard',
    durationMs: toastMs,
  });
}
