import { promises as dns } from 'node:dns';

const timeoutMs = 5000;

/** Looks up the TXT records of a name; empty if it has none or the lookup fails. */
export async function lookUpTexts(name: string, servers?: string[]): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers) resolver.setServers(servers);
  try {
    const records = await resolver.resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch {
    return [];
  }
}
