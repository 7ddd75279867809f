/** Names of blocks and of their parameters. */
import { channelNames } from '../format/model/channel-placeholders.ts';

export const blockNameLengthMax = 100;

/** Characters of a name that YAML reads as one text before a colon. */
const namePattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.,'’()/&+-]*[\p{L}\p{M}\p{N}_.,'’()/&+-])?$/u;

export const isBlockName = (name: string): boolean =>
  namePattern.test(name) && !/\s\s/.test(name) && name.length <= blockNameLengthMax;

export const isParameterName = (name: string): boolean =>
  /^[\w-]+$/.test(name) && !channelNames.has(name) && name !== '__proto__';
