import { SocketAddress } from 'node:net';

/** IPv6 has many spellings of one address; sockets use this one. */
export const canonicalAddress = (address: string): string =>
  address.includes(':') ? new SocketAddress({ address, family: 'ipv6' }).address : address;
