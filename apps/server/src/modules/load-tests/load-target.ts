/**
 * Whether a host is its tester's to load. Above a few turns per second an organization shows control
 * of it by a file or a DNS record with a secret of its own; the operator can vouch for hosts.
 */
import { isIP } from 'node:net';
import type { LoadTarget } from '@parley/contract';
import { fetchText } from '@parley/engine';
import type { Config } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import { createOrganizationEgress } from '../../platform/organization-egress.ts';
import type { WorkScope } from '../../platform/scope.ts';
import { lookUpTexts } from '../identity/identity.ts';
import { keepTarget, type LoadTargetRow, noteProof } from './load-tests.queries.ts';
import type { TargetHost } from './target-host.ts';

/** What a host takes without a proof that it may be loaded. */
export const freeTurnsPerSecond = 5;

const proofTimeoutMs = 5000;

/** A proof is believed this long; hosts change hands. */
const proofDaysMax = 90;

const filePath = '/.well-known/parley-load-test.txt';

export async function describeTarget(
  scope: WorkScope,
  config: Config,
  target: TargetHost,
): Promise<LoadTarget> {
  return present(target, config, await keepTarget(scope, target.host, newId()));
}

/** Whether load tests may go beyond `freeTurnsPerSecond`. */
export async function isTargetProven(
  scope: WorkScope,
  config: Config,
  host: string,
): Promise<boolean> {
  return provenBy(host, config, await keepTarget(scope, host, newId())) !== null;
}

/** Looks for the proof now and notes what came of it. */
export async function checkTarget(
  scope: WorkScope,
  config: Config,
  target: TargetHost,
): Promise<LoadTarget> {
  const { token } = await keepTarget(scope, target.host, newId());
  if (!isVouchedFor(target.host, config)) {
    await noteProof(scope, target.host, await findProof(scope, config, target, token));
  }
  return describeTarget(scope, config, target);
}

async function findProof(
  scope: WorkScope,
  config: Config,
  target: TargetHost,
  token: string,
): Promise<LoadTargetRow['provenBy']> {
  const egress = await createOrganizationEgress(config)(scope);
  const file = await fetchText(egress, fileUrl(target), proofTimeoutMs);
  if (file?.trim() === token) return 'file';
  const name = recordName(target);
  const texts = name === null ? [] : await lookUpTexts(name);
  return texts.some((text) => text.trim() === token) ? 'dns' : null;
}

/** The demo bot belongs to the installation. */
function isVouchedFor(host: string, { loadTargets, demoBotPort }: Config): boolean {
  const demoBot =
    demoBotPort === null ? [] : [`127.0.0.1:${demoBotPort}`, `localhost:${demoBotPort}`];
  return [...loadTargets, ...demoBot].some((known) => hostOfSetting(known) === host);
}

const hostOfSetting = (text: string) => text.toLowerCase().replace(/\.(?=:\d+$)/, '');

function present(target: TargetHost, config: Config, row: LoadTargetRow): LoadTarget {
  const name = recordName(target);
  const proof = provenBy(target.host, config, row);
  return {
    host: target.host,
    isProven: proof !== null,
    provenBy: proof,
    freeTurnsPerSecond,
    usersMax: config.loadUsersMax,
    file: { url: fileUrl(target), content: row.token },
    dns: name === null ? null : { name, value: row.token },
  };
}

function provenBy(host: string, config: Config, row: LoadTargetRow): LoadTarget['provenBy'] {
  return isVouchedFor(host, config) ? 'operator' : believed(row);
}

function believed({ provenAt, provenBy }: LoadTargetRow): LoadTargetRow['provenBy'] {
  const ageMs = provenAt === null ? Number.POSITIVE_INFINITY : Date.now() - provenAt.getTime();
  return ageMs < proofDaysMax * 86_400_000 ? provenBy : null;
}

const fileUrl = ({ host, isSecure }: TargetHost) =>
  new URL(filePath, `${isSecure ? 'https' : 'http'}://${host}`).href;

/** Addresses have no records, and names without a dot are nobody's. */
function recordName({ hostname }: TargetHost): string | null {
  const isNamed = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && hostname.includes('.');
  return isNamed ? `_parley-load-test.${hostname}` : null;
}
