import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { EvidenceProps } from './evidence-props.ts';
import { EvidenceView } from './evidence-view.tsx';

vi.mock(import('../../../../../packages/suite/src/events/evidence/kinds.ts'), async (original) => {
  const { evidenceKinds, ...rest } = await original();
  const weather = { ...evidenceKinds.log, noun: 'weather report', renderer: 'forecast' as 'text' };
  return { ...rest, evidenceKinds: { ...evidenceKinds, weather } };
});

vi.mock(import('./evidence-renderers.ts'), async (original) => {
  const { evidenceRenderers } = await original();
  const forecast = ({ name, id, kind }: EvidenceProps) => <p>{`${kind.noun}, ${name}, ${id}`}</p>;
  return { evidenceRenderers: { ...evidenceRenderers, forecast } };
});

afterEach(cleanup);

const show = (kind: string) =>
  render(
    <EvidenceView
      holder={{ runId: 'r1' }}
      evidence={[{ kind: kind as 'log', id: 'e1' }]}
      lost={[{ kind: kind as 'log', reason: 'not-stored' }]}
      of="Step 1"
    />,
  );

it('shows a kind of evidence that only the tables know by its own renderer', () => {
  show('weather');
  expect(screen.getByText('weather report, Step 1: weather report, e1')).toBeDefined();
  expect(screen.getByText('The weather report could not be stored.')).toBeDefined();
});

it('says of a kind of a later release how to see it', () => {
  show('constructor');
  expect(screen.getByText('Reload the page to see the constructor of Step 1.')).toBeDefined();
});
