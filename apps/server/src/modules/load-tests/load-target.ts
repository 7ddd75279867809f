/**
 * Proves that an organization is entitled to load a host. For more than a few turns per second, the organization proves control
 * with a file or a DNS record that contains its secret; the operator can also vouch for hosts. A proof covers the name and its
 * addresses at that time, because the owner of a name can point it to another person's machine. The file is read at each
 * address. A DNS record only proves the name, so it counts only for addresses that present a certificate for the name.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadTarget } from '@parley/contract';
import type { Egress } from '@parley/egress';
import { fetchText } from '@parley/engine';
import type { Config } from '../../platform/config/config.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import type { IsProven } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { newId } from '../../platform/security/ids.ts';
import { lookUpTexts } from '../identity/identity.ts';
import { findTarget, keepTarget, type LoadTargetRow, noteProof } from './load-tests.queries.ts';
import type { TargetHost } from './target-host.ts';

/** Turns per second that are allowed on a host without proof. */
export const freeTurnsPerSecond = 5;

const proofTimeoutMs = 5000;

/** Days for which a proof is valid, because hosts change hands. */
const proofDaysMax = 90;

const filePath = '/.well-known/parley-load-test.txt';

const addressesMax = 16;

type Proof = Pick<LoadTargetRow, 'provenBy' | 'addresses'>;

const noProof: Proof = { provenBy: null, addresses: null };

export interface TargetProofs {
  describe(scope: WorkScope, target: TargetHost): Promise<LoadTarget>;
  /** Looks for a proof now and stores the result. */
  check(scope: WorkScope, target: TargetHost): Promise<LoadTarget>;
  /** Checks for a recent proof without network access, so that it can be called in a transaction. */
  isNoted(scope: WorkScope, target: TargetHost): Promise<boolean>;
  /**
   * Looks for a new proof if the name has no proven address any more.
   *
   * @returns the addresses at which the host may be loaded, `any` if the operator vouches for it, null if it is not proven
   */
  provenAddresses(scope: WorkScope, target: TargetHost): Promise<string[] | 'any' | null>;
}

export function createTargetProofs(
  config: Config,
  egressOf: OrganizationEgress,
  lookUp: (hostname: string) => Promise<string[]> = lookUpAddresses,
): TargetProofs {
  async function findProof(scope: WorkScope, target: TargetHost, token: string): Promise<Proof> {
    const addresses = (await addressesOf(target)).slice(0, addressesMax);
    const host = hostWithoutBrackets(target);
    const egresses = await Promise.all(
      addresses.map((address) => egressOf(scope, { host, addresses: [address] })),
    );
    const proveEach = async (prove: (egress: Egress) => Promise<boolean>) => {
      const proven = await Promise.all(egresses.map(prove));
      return addresses.filter((_, index) => proven[index]);
    };
    const byFile = await proveEach(
      async (egress) =>
        (await fetchText(egress, fileUrl(target), proofTimeoutMs))?.trim() === token,
    );
    if (byFile.length > 0) return { provenBy: 'file', addresses: byFile };
    const name = recordName(target);
    const texts = name === null ? [] : await lookUpTexts(name);
    if (!texts.some((text) => text.trim() === token)) return noProof;
    const byCertificate = await proveEach((egress) => hasCertificate(egress, target));
    return byCertificate.length > 0 ? { provenBy: 'dns', addresses: byCertificate } : noProof;
  }

  async function addressesOf(target: TargetHost): Promise<string[]> {
    const host = hostWithoutBrackets(target);
    return isIP(host) ? [host] : await lookUp(host).catch(() => []);
  }

  async function knownAddresses(target: TargetHost, row: LoadTargetRow): Promise<string[]> {
    if (believed(row, target) === null || row.addresses === null) return [];
    const proven = row.addresses;
    return (await addressesOf(target)).filter((address) => proven.includes(address));
  }

  const rowOf = (scope: WorkScope, { host }: TargetHost) => keepTarget(scope, host, newId());

  async function describe(scope: WorkScope, target: TargetHost): Promise<LoadTarget> {
    const row = await rowOf(scope, target);
    if (isVouchedFor(target.host, config)) return present(target, config, row.token, 'operator');
    const isThere = (await knownAddresses(target, row)).length > 0;
    return present(target, config, row.token, isThere ? row.provenBy : null);
  }

  return {
    describe,

    async check(scope, target) {
      const { token } = await rowOf(scope, target);
      if (!isVouchedFor(target.host, config))
        await noteProof(scope, target.host, await findProof(scope, target, token));
      return describe(scope, target);
    },

    async isNoted(scope, target) {
      if (isVouchedFor(target.host, config)) return true;
      return believed(await rowOf(scope, target), target) !== null;
    },

    async provenAddresses(scope, target) {
      if (isVouchedFor(target.host, config)) return 'any';
      const row = await rowOf(scope, target);
      if (believed(row, target) === null) return null;
      const known = await knownAddresses(target, row);
      if (known.length > 0) return known;
      const proof = await findProof(scope, target, row.token);
      if (proof.addresses === null) return null;
      await noteProof(scope, target.host, proof);
      return proof.addresses;
    },
  };
}

/**
 * Checks whether an address of a host is proven, by a recent proof of the organization or because the operator vouches for the
 * host.
 */
export function provenHosts(config: Config): IsProven {
  return async (scope, host, address) => {
    if (isVouchedFor(host, config)) return true;
    const row = await findTarget(scope, host);
    return row !== undefined && isRecent(row) && (row.addresses?.includes(address) ?? false);
  };
}

async function lookUpAddresses(hostname: string): Promise<string[]> {
  const found = await Promise.race([
    lookup(hostname, { all: true }),
    sleep(proofTimeoutMs, [], { ref: false }),
  ]);
  return found.map(({ address }) => address);
}

/** @returns true if the server presents a valid certificate for the name */
function hasCertificate(egress: Egress, { hostname, host }: TargetHost): Promise<boolean> {
  const port = host.slice(host.lastIndexOf(':') + 1);
  return new Promise((resolve) => {
    egress.connect({ hostname, host, port, protocol: 'https:' }, (error, socket) => {
      socket?.destroy();
      resolve(error === null);
    });
  });
}

/** Checks whether the operator vouches for a host. The demo bot belongs to the installation. */
function isVouchedFor(host: string, { loadTargets, demoBotPort }: Config): boolean {
  const demoBot =
    demoBotPort === null ? [] : [`127.0.0.1:${demoBotPort}`, `localhost:${demoBotPort}`];
  return [...loadTargets, ...demoBot].some((known) => hostOfSetting(known) === host);
}

const hostOfSetting = (text: string) => text.toLowerCase().replace(/\.(?=:\d+$)/, '');

function present(
  target: TargetHost,
  config: Config,
  token: string,
  provenBy: LoadTarget['provenBy'],
): LoadTarget {
  const name = recordName(target);
  return {
    host: target.host,
    isProven: provenBy !== null,
    provenBy,
    freeTurnsPerSecond,
    usersMax: config.loadUsersMax,
    file: { url: fileUrl(target), content: token },
    dns: name === null ? null : { name, value: token },
  };
}

function believed(row: LoadTargetRow, target: TargetHost): LoadTargetRow['provenBy'] {
  if (row.provenBy === 'dns' && recordName(target) === null) return null;
  return isRecent(row) ? row.provenBy : null;
}

function isRecent({ provenAt }: LoadTargetRow): boolean {
  const ageMs = provenAt === null ? Number.POSITIVE_INFINITY : Date.now() - provenAt.getTime();
  return ageMs < proofDaysMax * 86_400_000;
}

const fileUrl = ({ host, isSecure }: TargetHost) =>
  new URL(filePath, `${isSecure ? 'https' : 'http'}://${host}`).href;

/**
 * Returns the name of the DNS record that can prove a host. Null for IP addresses, which have no records; for names without a
 * dot, which have no owner; and without TLS, because no address could prove its name.
 */
function recordName(target: TargetHost): string | null {
  const { hostname, isSecure } = target;
  const isNamed = isIP(hostWithoutBrackets(target)) === 0 && hostname.includes('.');
  return isNamed && isSecure ? `_parley-load-test.${hostname}` : null;
}

const hostWithoutBrackets = ({ hostname }: TargetHost) => hostname.replaceAll(/[[\]]/g, '');
