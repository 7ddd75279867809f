import { SocketAddress } from 'node:net';

/** Normalizes an IPv6 address to the spelling that sockets report. Other addresses are returned unchanged. */
export const canonicalAddress = (address: string): string =>
  address.includes(':') ? new SocketAddress({ address, family: 'ipv6' }).address : address;
