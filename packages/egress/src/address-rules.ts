/**
 * Decides which addresses belong to the public internet. Apart from `isOfThisMachine`, all functions are pure.
 *
 * IPv6 can embed an IPv4 address in seven ways (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP). Each is judged
 * by the embedded IPv4 address; otherwise, `64:ff9b::7f00:1` would be a way to reach 127.0.0.1.
 */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = [Address, number];

const notPublic = ranges(
  // "This" network, private use, carrier-grade NAT, loopback, link-local, protocol assignments, documentation, benchmarks,
  // multicast, reserved.
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
  '224.0.0.0/4 240.0.0.0/4',
  '2001::/32 2001:10::/28 2001:db8::/32 3fff::/20',
);

/** All IPv6 addresses that are assigned for global use. Others lead nowhere or into a private network. */
const globalIPv6 = ranges('2000::/3');

/** Metadata services of clouds, which hand out credentials. 168.63.129.16 belongs to Azure, although it is a public address. */
const metadata = ranges(
  '169.254.0.0/16 100.100.100.200/32 192.0.0.192/32 168.63.129.16/32 fe80::/10',
  // IPv6 addresses of Amazon's services, Google, Oracle, Scaleway, Akamai and Alibaba.
  'fd00:ec2::/32 fd20:ce::254/128 fd00:c1::a9fe:a9fe/128 fd00:42::42/128 fd00:a9fe:a9fe::1/128',
  'fd00:100::100:200/128',
);

const loopback = ranges('0.0.0.0/8 127.0.0.0/8 ::/127');

const metadataNames = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data']);

/** Parses an IP address literal. Returns undefined for anything else, including host names that look like addresses. */
export function parseAddress(text: string): Address | undefined {
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.parse(text);
}

/**
 * Parses a range such as `10.0.0.0/8`. An IPv6 range that represents IPv4 addresses is converted to that IPv4 range.
 *
 * @throws Error if the text is not a range
 */
export function parseRange(text: string): AddressRange {
  const [network, bits] = ipaddr.parseCIDR(text);
  const [held] = judgedAddresses(network);
  return bits >= 96 && isIPv6(network) && held?.kind() === 'ipv4' && isIn(network, ofIPv4)
    ? [held, bits - 96]
    : [network, bits];
}

/** IPv6 ranges whose last 32 bits are the IPv4 address that is reached: mapped, translated (SIIT), NAT64, compatible. */
const ofIPv4 = ranges('::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 ::/96');

/**
 * Returns the addresses that must all be allowed before this address is: the IPv4 address that it embeds, or the address
 * itself. Returns both if packets are routed by the whole address, and two embedded addresses for Teredo.
 */
export function judgedAddresses(address: Address): Address[] {
  if (!isIPv6(address) || isIn(address, loopback)) return [address];
  const [a, b, c = 0, d = 0, , isatap, high = 0, low = 0] = address.parts;
  const last = fromParts(high, low);
  if (isIn(address, ofIPv4)) return [last];
  if (a === 0x2002) return [fromParts(b ?? 0, c)];
  // Teredo embeds the server's address, and the client's address with its bits inverted.
  if (a === 0x2001 && b === 0) return [fromParts(c, d), fromParts(high ^ 0xffff, low ^ 0xffff)];
  // NAT64 with the network's own prefix, and ISATAP.
  if (isIn(address, ownNat64) || isatap === 0x5efe) return [address, last];
  return [address];
}

const ownNat64 = ranges('64:ff9b:1::/48');

/** @returns true if the text is a public internet address, and any address embedded in it is public as well */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && judgedAddresses(address).every(isPublic);
}

export function isPublic(address: Address): boolean {
  return !isIn(address, notPublic) && (!isIPv6(address) || isIn(address, globalIPv6));
}

/** @returns true for a cloud's metadata service, which is never reachable, whatever the operator grants */
export function isMetadata(address: Address): boolean {
  return isIn(address, metadata);
}

/**
 * @returns true for an address of this machine. Looks up the machine's addresses on every call, because interfaces come and
 * go.
 */
export function isOfThisMachine(address: Address): boolean {
  if (isIn(address, loopback)) return true;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return own.some((each) => parseAddress(each.address)?.toString() === address.toString());
}

export function isMetadataName(host: string): boolean {
  return metadataNames.has(host);
}

export function isIn(address: Address, list: AddressRange[]): boolean {
  return list.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );
}

const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6';

const fromParts = (high: number, low: number) =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);

function ranges(...lists: string[]): AddressRange[] {
  return lists.flatMap((list) => list.split(' ').map((cidr) => ipaddr.parseCIDR(cidr)));
}
