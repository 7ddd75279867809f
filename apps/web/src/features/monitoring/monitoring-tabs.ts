export const monitoringTabs = ['monitors', 'alerts', 'exclusions', 'status'] as const;

export type MonitoringTab = (typeof monitoringTabs)[number];
