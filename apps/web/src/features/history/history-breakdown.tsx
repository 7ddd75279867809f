import type { HistoryFigures } from '@parley/contract';
import { triggerLabel } from '#/features/runs/trigger-label.ts';
import { Card } from '#/ui/card.tsx';
import { FiguresTable } from './days-table.tsx';

/** The same figures by what the bots are reached by and by what started the runs. */
export function HistoryBreakdown({ figures }: { figures: HistoryFigures }) {
  const platforms = figures.platforms.map((one) => ({
    name: one.platform === 'phone' ? 'Phone' : 'Webchat',
    figures: one,
  }));
  const triggers = figures.triggers.map((one) => ({
    name: triggerLabel(one.trigger),
    figures: one,
  }));
  return (
    <div className="grid gap-4 2xl:grid-cols-2">
      <Card title="By platform" isFlush className="overflow-hidden">
        <FiguresTable label="Runs by platform" head="Platform" rows={platforms} />
      </Card>
      <Card title="By trigger" isFlush className="overflow-hidden">
        <FiguresTable label="Runs by trigger" head="Started by" rows={triggers} />
      </Card>
    </div>
  );
}
