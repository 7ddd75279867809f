import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Keeps what a provider has to remember (sessions, codes, grants) until the process ends. */
export function createMemoryAdapter(): (name: string) => Adapter {
  const stored = new Map<string, { payload: AdapterPayload; expiresAt: number }>();

  const findWhere = (name: string, matches: (payload: AdapterPayload) => boolean) => {
    for (const [key, { payload, expiresAt }] of stored) {
      if (key.startsWith(`${name}:`) && expiresAt > Date.now() && matches(payload)) return payload;
    }
    return undefined;
  };

  return (name) => ({
    async upsert(id, payload, expiresInS = Number.POSITIVE_INFINITY) {
      stored.set(`${name}:${id}`, { payload, expiresAt: Date.now() + expiresInS * 1000 });
    },
    async find(id) {
      const found = stored.get(`${name}:${id}`);
      return found && found.expiresAt > Date.now() ? found.payload : undefined;
    },
    findByUid: async (uid) => findWhere(name, (payload) => payload.uid === uid),
    findByUserCode: async (code) => findWhere(name, (payload) => payload.userCode === code),
    async consume(id) {
      const found = stored.get(`${name}:${id}`);
      if (found) found.payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      stored.delete(`${name}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}
