/** Names of blocks and of their parameters. */
import { channelNames } from '../format/model/channel-placeholders.ts';

export const blockNameLengthMax = 100;

/** Names that YAML reads as a single text before a colon. */
const namePattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.,'’()/&+-]*[\p{L}\p{M}\p{N}_.,'’()/&+-])?$/u;

export const isBlockName = (name: string): boolean =>
  namePattern.test(name) && !/\s\s/.test(name) && name.length <= blockNameLengthMax;

export const isParameterName = (name: string): boolean =>
  /^[\w-]+$/.test(name) && !channelNames.has(name) && name !== '__proto__';
