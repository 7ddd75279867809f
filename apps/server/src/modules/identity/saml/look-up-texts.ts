import { promises as dns } from 'node:dns';

const timeoutMs = 5000;

/** The TXT records of a name; none where the name or the name server is not there. */
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
