/**
 * Which addresses belong to the public internet. Pure: text in, fact out.
 *
 * IPv6 can carry an IPv4 address in six ways (mapped, compatible, NAT64, 6to4, Teredo, ISATAP). Each
 * is unpacked or refused as a whole, otherwise `64:ff9b::7f00:1` would be a way to 127.0.0.1.
 */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = [Address, number];

const notPublic = ranges(
  // "This" network, private use, shared by carriers, loopback, link-local, protocol assignments,
  // documentation, benchmarks, multicast, reserved.
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
  '224.0.0.0/4 240.0.0.0/4',
  '::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:10::/28 2001:db8::/32 3fff::/20 5f00::/16',
  'fc00::/7 fe80::/10 fec0::/10 ff00::/8',
);

/** Where clouds keep their keys. 168.63.129.16 is Azure's, in the middle of public space. */
const metadata = ranges(
  '169.254.0.0/16 100.100.100.200/32 192.0.0.192/32 168.63.129.16/32',
  'fe80::/10 fd00:ec2::254/128',
);

const metadataNames = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data']);

/** Reads an address literal; undefined for anything else, also for a name that looks like one. */
export function parseAddress(text: string): Address | undefined {
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  const address = ipaddr.parse(text);
  // `::ffff:10.0.0.1` is reached as 10.0.0.1 and judged as that.
  return isIPv6(address) && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

export function isPublic(address: Address): boolean {
  if (isIn(address, notPublic)) return false;
  const embedded = embeddedIPv4(address);
  return embedded === undefined || !isIn(embedded, notPublic);
}

/** Never reachable, whatever the operator grants. */
export function isMetadata(address: Address): boolean {
  const embedded = embeddedIPv4(address);
  return isIn(address, metadata) || (embedded !== undefined && isIn(embedded, metadata));
}

export function isMetadataName(host: string): boolean {
  return metadataNames.has(host);
}

export function isIn(address: Address, list: AddressRange[]): boolean {
  return list.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );
}

function embeddedIPv4(address: Address): ipaddr.IPv4 | undefined {
  if (!isIPv6(address)) return undefined;
  const [a, b, c, , , isatap, high = 0, low = 0] = address.parts;
  if (a === 0x2002) return fromParts(b ?? 0, c ?? 0);
  if (a === 0x64 && b === 0xff9b) return fromParts(high, low);
  if (isatap === 0x5efe) return fromParts(high, low);
  return undefined;
}

const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6';

const fromParts = (high: number, low: number) =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);

function ranges(...lists: string[]): AddressRange[] {
  return lists.flatMap((list) => list.split(' ').map((cidr) => ipaddr.parseCIDR(cidr)));
}
