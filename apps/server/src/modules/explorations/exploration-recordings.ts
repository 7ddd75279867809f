/** Recordings from a microphone: played on a phone line, transcribed for a webchat. */
import { type Body, type explorations, spokenSecondsMax } from '@parley/contract';
import { printSpeech, readSpeech, secondsOf } from '@parley/engine';
import { sql } from 'drizzle-orm';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepEvidenceIn } from '../runs/runs.ts';
import { refuseOver, refuseWhenFull, sayIn } from './exploration-commands.ts';
import { append } from './exploration-log.ts';
import { type ExplorationRow, folderOfExploration } from './exploration-row.ts';
import { findExploration, lockExploration } from './explorations.queries.ts';

/** Minimum length in seconds; anything shorter was an accidental press of the button. */
const spokenSecondsMin = 0.2;

/** Extra seconds allowed for the padding that encoders add at the end. */
const toleranceSeconds = 1;

export async function speak(
  scope: Scope,
  { news, storage, log }: Pick<Platform, 'news' | 'storage' | 'log'>,
  id: string,
  { conversation, audio }: Body<typeof explorations.speak>,
): Promise<{ recording: string; row: ExplorationRow }> {
  const samples = checkedSpeech(Buffer.from(audio, 'base64'));
  const exploration = found(await findExploration(scope, id));
  refuseOver(exploration, conversation);
  const keep = keepEvidenceIn(storage, folderOfExploration(id), log);
  const recording = await keep({ kind: 'audio', bytes: printSpeech(samples) });
  if (exploration.configuration.channel?.kind === 'phone') {
    const said = { input: { kind: 'text' as const, text: '' }, recording };
    return { recording, row: await sayIn(scope, news, id, conversation, said) };
  }
  const row = await inTransaction(scope, async (inside) => {
    const locked = found(await lockExploration(inside, id));
    refuseOver(locked, conversation);
    refuseWhenFull(locked, 1);
    const event = { type: 'dictated' as const, at: Date.now(), conversation, recording };
    const change = { lastActiveAt: sql`now()`, hasEvidence: true };
    return append(inside.db, news, { explorationId: id, events: [event], change });
  });
  return { recording, row: found(row) };
}

function checkedSpeech(bytes: Buffer): Int16Array {
  const samples = readSpeech(bytes);
  if (!samples) {
    throw new ApiError('invalid_request', {
      message: 'Parley cannot read this recording.',
      hint: 'Send a 16-bit mono WAV file with 8,000 to 48,000 samples per second.',
    });
  }
  const seconds = secondsOf(samples);
  if (seconds >= spokenSecondsMin && seconds <= spokenSecondsMax + toleranceSeconds) return samples;
  throw new ApiError('invalid_request', {
    message:
      seconds < spokenSecondsMin
        ? 'The recording is too short to contain a word.'
        : `A recording has at most ${spokenSecondsMax} seconds.`,
    hint: 'Record it again.',
  });
}
