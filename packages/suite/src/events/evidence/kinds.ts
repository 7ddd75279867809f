/** All kinds of evidence. Code that stores, reports or shows evidence reads this table and never names a kind. */
import type { EvidenceKind } from './evidence-kind.ts';

/** Maximum size of one piece of evidence, in bytes. Longer recordings and larger pictures add no information. */
export const evidenceBytesMax = 32 * 1024 * 1024;

export const evidenceKinds = {
  screenshot: {
    title: 'Screenshot',
    noun: 'screenshot',
    source: 'page',
    shows: 'turn',
    ending: 'jpg',
    mediaType: 'image/jpeg',
    bytesMax: evidenceBytesMax,
    masked: 'nothing',
    renderer: 'picture',
  },
  trace: {
    title: 'Trace',
    noun: 'trace',
    source: 'page',
    shows: 'conversation',
    ending: 'zip',
    mediaType: 'application/zip',
    bytesMax: evidenceBytesMax,
    masked: 'not kept with secrets',
    renderer: 'trace',
  },
  audio: {
    title: 'Recording',
    noun: 'recording',
    source: 'line',
    shows: 'either',
    ending: 'wav',
    mediaType: 'audio/wav',
    bytesMax: evidenceBytesMax,
    masked: 'nothing',
    renderer: 'recording',
  },
  log: {
    title: 'Page log',
    noun: 'log',
    source: 'channel',
    shows: 'conversation',
    ending: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    bytesMax: evidenceBytesMax,
    masked: 'secrets',
    renderer: 'text',
  },
  detection: {
    title: 'Widget detection',
    noun: 'widget detection',
    source: 'page',
    shows: 'either',
    ending: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    bytesMax: evidenceBytesMax,
    masked: 'secrets',
    renderer: 'text',
  },
  'accessibility-tree': {
    title: 'Accessibility tree',
    noun: 'accessibility tree',
    source: 'page',
    shows: 'turn',
    ending: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    bytesMax: evidenceBytesMax,
    masked: 'secrets',
    renderer: 'text',
  },
  traffic: {
    title: 'Network traffic',
    noun: 'traffic',
    source: 'connection',
    shows: 'turn',
    ending: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    bytesMax: evidenceBytesMax,
    masked: 'secrets and credentials',
    renderer: 'text',
  },
  spans: {
    title: 'Spans',
    noun: 'span list',
    source: 'agent',
    shows: 'turn',
    ending: 'json',
    mediaType: 'application/json; charset=utf-8',
    bytesMax: evidenceBytesMax,
    masked: 'secrets',
    renderer: 'spans',
  },
} as const satisfies Record<string, EvidenceKind>;

export type EvidenceKindName = keyof typeof evidenceKinds;
export type EvidenceRenderer = (typeof evidenceKinds)[EvidenceKindName]['renderer'];
