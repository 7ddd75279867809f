import { stopReasons } from '@parley/contract';
import { Gauge, Registry } from 'prom-client';
import type { Gauges } from '../../platform/http/metrics-server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listCleanUps } from '../../platform/queue/clean-up.ts';
import { countLateSlots, countStopped } from '../monitoring/monitoring.ts';
import { listBusyProcesses, readDatabaseBytes } from './operations.queries.ts';
import { countWork, readDisk } from './read-health.ts';

/** Creates gauges of values that are the same in all processes, and of this process's connections. They are read on request. */
export function operationsGauges(platform: Platform): Gauges {
  const { db, log, config } = platform;
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  const isUp = gauge('parley_database_up', '1 while the database answers.');
  const databaseBytes = gauge('parley_database_bytes', 'Size of the database.');
  gauge('parley_row_security', '1 where the database keeps organizations apart as well.').set(
    platform.hasRowSecurity ? 1 : 0,
  );
  const diskFree = gauge('parley_disk_free_bytes', 'Free where the data folder lies.');
  const connections = gauge('parley_database_connections', 'Of this process.', ['state']);
  const waiting = gauge('parley_queue_waiting', 'Due, and not begun.', ['kind']);
  const atWork = gauge('parley_queue_at_work', 'Begun, and not ended.', ['kind']);
  const oldest = gauge('parley_queue_oldest_seconds', 'Age of the oldest that waits.', ['kind']);
  const dead = gauge('parley_queue_dead', 'Given up, for somebody to look at.', ['kind']);
  const late = gauge('parley_monitor_slots_late', 'Due by more than 30 s and not started.');
  const stopped = gauge(
    'parley_monitors_stopped',
    'Monitored suites that the plan or a quota keeps from running.',
    ['reason'],
  );
  const leftToClean = gauge(
    'parley_clean_up_left',
    'Rows that a clean-up left when its time was over, at least.',
    ['kind'],
  );
  const behind = gauge(
    'parley_clean_up_behind_seconds',
    'How long a clean-up has been behind; 0 where it left nothing.',
    ['kind'],
  );
  const processes = gauge('parley_processes', 'By role and whether they are heard of.', [
    'role',
    'state',
  ]);

  async function refreshFromDatabase(): Promise<void> {
    const [work, slots, stops, bytes, known, cleanUps] = await Promise.all([
      countWork(platform),
      countLateSlots(db),
      countStopped(db),
      readDatabaseBytes(db),
      listBusyProcesses(db),
      listCleanUps(db),
    ]);
    for (const each of [waiting, atWork, oldest, dead, processes]) each.reset();
    for (const { kind, ...figures } of work) {
      waiting.set({ kind }, figures.waiting);
      atWork.set({ kind }, figures.atWork);
      oldest.set({ kind }, figures.oldestSeconds ?? 0);
      dead.set({ kind }, figures.dead);
    }
    for (const { role, isSilent } of known)
      processes.inc({ role, state: isSilent ? 'silent' : 'alive' });
    for (const { kind, left, behindSeconds } of cleanUps) {
      leftToClean.set({ kind }, left);
      behind.set({ kind }, behindSeconds);
    }
    late.set(slots.count);
    for (const reason of stopReasons) stopped.set({ reason }, 0);
    for (const { reason, count } of stops) stopped.set({ reason }, count);
    databaseBytes.set(bytes);
  }

  return {
    registry,
    async refresh() {
      for (const [state, figure] of Object.entries(platform.connections()))
        connections.set({ state }, figure);
      diskFree.set((await readDisk(config.dataFolder)).freeBytes);
      try {
        await refreshFromDatabase();
        isUp.set(1);
      } catch (error) {
        isUp.set(0);
        log.warn({ err: error }, 'The database could not be asked for metrics');
      }
    },
  };
}
