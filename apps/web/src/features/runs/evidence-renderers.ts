/** Components that show evidence on the page of a run, by renderer. */
import type { EvidenceRenderer } from '@parley/suite';
import type { ComponentType } from 'react';
import type { EvidenceProps } from './evidence-props.ts';
import { EvidenceText } from './evidence-text.tsx';
import { Recording } from './recording.tsx';
import { Screenshot } from './screenshot.tsx';
import { SpanWaterfall } from './span-waterfall.tsx';
import { TraceFile } from './trace-file.tsx';

export const evidenceRenderers: Record<EvidenceRenderer, ComponentType<EvidenceProps>> = {
  picture: Screenshot,
  recording: Recording,
  spans: SpanWaterfall,
  text: EvidenceText,
  trace: TraceFile,
};
