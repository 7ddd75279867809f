import { type Input, type Platform, parseInput } from '@parley/suite';
import {
  Blocks,
  DatabaseZap,
  Ear,
  Grid3x3,
  type LucideIcon,
  MessageSquareText,
  MicOff,
  PhoneOutgoing,
  Timer,
} from 'lucide-react';

interface InputKind {
  label: string;
  /** Command in the text of a suite. */
  command?: string;
  Icon: LucideIcon;
  platforms: readonly Platform[];
  /** Input after this kind was selected. */
  initial: Input;
}

const everywhere: readonly Platform[] = ['webchat', 'phone'];

export const inputKinds: Record<Input['kind'], InputKind> = {
  text: {
    label: 'Say something',
    Icon: MessageSquareText,
    platforms: everywhere,
    initial: { kind: 'text', text: '' },
  },
  open: {
    label: 'Wait for the greeting',
    command: '$OPEN',
    Icon: Ear,
    platforms: everywhere,
    initial: { kind: 'open' },
  },
  dial: {
    label: 'Dial',
    command: '$DIAL',
    Icon: PhoneOutgoing,
    platforms: ['phone'],
    initial: { kind: 'dial' },
  },
  dtmf: {
    label: 'Press keys',
    command: '$1234',
    Icon: Grid3x3,
    platforms: ['phone'],
    initial: { kind: 'dtmf', digits: '1' },
  },
  pause: {
    label: 'Pause',
    command: '$PAUSE 2',
    Icon: Timer,
    platforms: everywhere,
    initial: { kind: 'pause', seconds: 2 },
  },
  silence: {
    label: 'Stay silent',
    command: '$SILENCE',
    Icon: MicOff,
    platforms: everywhere,
    initial: { kind: 'silence' },
  },
  // Checks can only be written in the text. The menu does not offer them.
  check: {
    label: 'Check system',
    command: '$CHECK',
    Icon: DatabaseZap,
    platforms: [],
    initial: { kind: 'silence' },
  },
  use: {
    label: 'Use a block',
    command: '$USE',
    Icon: Blocks,
    platforms: [],
    initial: { kind: 'silence' },
  },
};

export function kindsFor(platform: Platform): Input['kind'][] {
  return (Object.keys(inputKinds) as Input['kind'][]).filter((kind) =>
    inputKinds[kind].platforms.includes(platform),
  );
}

export const pauseSecondsMax = 3600;

/** Parses the length of a pause. Undefined if the text of a suite cannot express it. */
export function secondsIn(typed: string): number | undefined {
  const input = parseInput(`$PAUSE ${Number(typed)}`);
  const isPause = typed !== '' && input.kind === 'pause' && input.seconds <= pauseSecondsMax;
  return isPause ? input.seconds : undefined;
}

/** Keeps the characters that are phone keys. */
export function keysIn(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9*#A-D,]/g, '');
}
