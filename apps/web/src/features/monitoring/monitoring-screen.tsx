import { PageHeader } from '#/ui/page-header.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { AlertsTab } from './alerts-tab.tsx';
import { CalendarsTab } from './calendars-tab.tsx';
import type { MonitoringTab } from './monitoring-tabs.ts';
import { MonitorsTab } from './monitors-tab.tsx';
import { StatusPageTab } from './status-page-tab.tsx';
import { StopAlerts } from './stop-alerts.tsx';

interface MonitoringScreenProps {
  tab: MonitoringTab;
  onTabChange: (tab: MonitoringTab) => void;
}

/** Monitors, alerts, exclusion calendars and the status page. */
export function MonitoringScreen({ tab, onTabChange }: MonitoringScreenProps) {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Monitoring"
        description="Test suites that run on a schedule, and alerts when they fail"
      />
      <StopAlerts />
      <Tabs
        label="Parts of monitoring"
        value={tab}
        onChange={onTabChange}
        tabs={[
          { value: 'monitors', label: 'Monitors', panel: <MonitorsTab /> },
          { value: 'alerts', label: 'Alerts', panel: <AlertsTab /> },
          { value: 'exclusions', label: 'Exclusions', panel: <CalendarsTab /> },
          { value: 'status', label: 'Status page', panel: <StatusPageTab /> },
        ]}
      />
    </div>
  );
}
