import { PageHeader } from '#/ui/page-header.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { AlertsTab } from './alerts-tab.tsx';
import { CalendarsTab } from './calendars-tab.tsx';
import { MonitorsTab } from './monitors-tab.tsx';

export const monitoringTabs = ['monitors', 'alerts', 'exclusions'] as const;

type MonitoringTab = (typeof monitoringTabs)[number];

interface MonitoringScreenProps {
  tab: MonitoringTab;
  onTabChange: (tab: MonitoringTab) => void;
}

/** All that runs by itself, who is told when it fails, and when nothing runs. */
export function MonitoringScreen({ tab, onTabChange }: MonitoringScreenProps) {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Monitoring"
        description="Test suites that run by themselves, and who is told when they fail."
      />
      <Tabs
        label="Parts of monitoring"
        value={tab}
        onChange={onTabChange}
        tabs={[
          { value: 'monitors', label: 'Monitors', panel: <MonitorsTab /> },
          { value: 'alerts', label: 'Alerts', panel: <AlertsTab /> },
          { value: 'exclusions', label: 'Exclusions', panel: <CalendarsTab /> },
        ]}
      />
    </div>
  );
}
