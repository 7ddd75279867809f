import { createEgress, type Egress } from '@parley/engine';
import type { Config } from '../../platform/config.ts';
import { ownListeners } from '../../platform/own-listeners.ts';

/** The way to bots, for everything that talks to them. `reachable`: `host:port` besides the configured ones. */
export function botEgress(config: Config, reachable: readonly string[]): Egress {
  return createEgress({
    allow: [...config.egressAllow, ...reachable],
    ...ownListeners(config),
  });
}
