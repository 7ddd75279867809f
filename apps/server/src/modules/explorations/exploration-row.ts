import type { ExplorationSummary, StoredExploration } from '@parley/contract';
import { fillAddress, fillTemplate, type SuiteConfiguration, valuesFor } from '@parley/suite';
import type { explorations } from '../../db/schema/explorations.ts';

export type ExplorationRow = typeof explorations.$inferSelect;

/** Folder of the files of all explorations. */
export const explorationsFolder = 'explorations';

/** Folder of the files of an exploration. */
export const folderOfExploration = (id: string) => `${explorationsFolder}/${id}`;

/** States of a conversation that is waiting or active. */
export const openStates = ['waiting', 'held'] as const;

export function presentSummary(row: ExplorationRow): ExplorationSummary {
  const { channel } = row.configuration;
  return {
    id: row.id,
    name: row.name,
    suiteId: row.suiteId,
    environment: row.environment,
    channelKind: channel?.kind ?? '',
    botAddress: addressOf(row.configuration, row.environmentVariables),
    startedBy: row.startedByName,
    createdAt: row.createdAt.toISOString(),
    lastActiveAt: row.lastActiveAt.toISOString(),
    conversation: row.conversation,
    conversationStatus: row.conversationStatus,
    lastSeq: row.lastSeq,
    device: row.device && { id: row.deviceId, name: row.device.name },
  };
}

export function presentExploration(row: ExplorationRow): StoredExploration {
  return { ...presentSummary(row), configuration: row.configuration };
}

/**
 * Returns the phone number or address of the bot; empty if the channel has none, because Direct Line has a default.
 *
 * @param variables variables of the environment
 */
export function addressOf(
  configuration: SuiteConfiguration,
  variables: Record<string, string> | null = null,
): string {
  const { channel } = configuration;
  const environment = { name: '', variables: variables ?? {}, secrets: {} };
  const values = valuesFor({ ...configuration, environment });
  if (channel?.kind === 'phone') return fillTemplate(channel.to, values);
  return fillAddress(channel?.url ?? '', values);
}
