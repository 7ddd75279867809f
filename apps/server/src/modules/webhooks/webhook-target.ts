/** Address and signing secrets of a webhook: sealed in the database, opened only to send. */
import { createMask } from '@parley/engine';
import { secretText } from '../../platform/egress/webhook-signature.ts';
import { seal, unseal } from '../../platform/security/seal.ts';
import type { WebhookRow } from './webhooks.queries.ts';

const purpose = 'webhook-target';

interface StoredSecret {
  secret: string;
  /** When it is no longer used; absent for the newest. */
  until?: string;
}

export interface WebhookTarget {
  url: string;
  /** The newest first; two while one replaces the other. */
  secrets: StoredSecret[];
}

export function sealTarget(secret: string, target: WebhookTarget): string {
  return seal(secret, purpose, JSON.stringify(target));
}

/** @throws Error if it was sealed with another secret */
export function openTarget(
  secret: string,
  { sealedTarget }: Pick<WebhookRow, 'sealedTarget'>,
): WebhookTarget {
  return JSON.parse(unseal(secret, purpose, sealedTarget)) as WebhookTarget;
}

/** Secrets that sign now. */
export const validSecrets = ({ secrets }: WebhookTarget): string[] =>
  secrets
    .filter(({ until }) => until === undefined || Date.parse(until) > Date.now())
    .map(({ secret }) => secret);

/** The host alone: path and parameters may be secrets. */
export const showUrl = (url: string): string => `${new URL(url).host}/…`;

/** Longest answer in the log, in characters. */
const answerMax = 500;

/** Segments of a path that are as long as a token. */
const tokenLength = 16;

/** The beginning of an answer without what it may repeat: secrets, signatures, and tokens in the address. */
export function maskAnswer(text: string, target: WebhookTarget, signatures: string): string {
  const mask = createMask();
  for (const { secret } of target.secrets) {
    mask.hide(secret);
    mask.hide(secretText(secret));
  }
  for (const signature of signatures.split(' ')) mask.hide(signature.replace(/^v1,/, ''));
  const { username, password, pathname, search, searchParams } = new URL(target.url);
  if (pathname.length > tokenLength) mask.hide(pathname);
  for (const segment of pathname.split('/')) if (segment.length >= tokenLength) mask.hide(segment);
  for (const value of [username, password, search, ...searchParams.values()]) mask.hide(value);
  return [...mask.inText(text)].slice(0, answerMax).join('');
}
