export const operationsTabs = ['installation', 'organizations'] as const;

export type OperationsTab = (typeof operationsTabs)[number];
