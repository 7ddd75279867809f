import type { GateView, RunSummary } from '@parley/contract';
import { intervalInWords, rateInWords } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { gateQuery } from '#/features/runs/runs.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge, type BadgeTone } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';

type Rule = GateView['rules'][number];

const ofSuite = { value: 'suite', label: 'As in the suite' } as const;

const margins = [
  { value: '5', label: '5 points' },
  { value: '10', label: '10 points' },
  { value: '20', label: '20 points' },
] as const;

type Question = 'these tests' | 'tests like these';

type Margin = (typeof margins)[number]['value'] | 'suite';

const questionOf = (gate: GateView['suiteGate']): Question =>
  gate?.question === 'tests like these' ? 'tests like these' : 'these tests';

const questions: { value: Question; label: string }[] = [
  { value: 'these tests', label: 'On these tests' },
  { value: 'tests like these', label: 'On tests like these' },
];

const verdicts: Record<GateView['verdict'], { title: string; word: string; tone: BadgeTone }> = {
  passed: { title: 'The later version is no worse than allowed', word: 'Met', tone: 'passed' },
  blocked: { title: 'The later version is worse', word: 'Not met', tone: 'failed' },
  undecided: { title: 'Not enough evidence to decide', word: 'Undecided', tone: 'error' },
};

/** Verdict of a gate for two ended runs of repeated tests: does the later run differ by more than chance? */
export function GateCard({ before, after }: { before: RunSummary; after: RunSummary }) {
  const [margin, setMargin] = useState<Margin>();
  const [question, setQuestion] = useState<Question>();
  const isChosen = margin !== undefined && margin !== 'suite';
  const asked = {
    baseline: before.id,
    ...(isChosen && { noWorseBy: Number(margin) / 100 }),
    ...(question && { question }),
  };
  const gate = useQuery(gateQuery(useScope(), after.id, asked));
  const suiteGate = gate.data?.suiteGate;
  return (
    <Card title="Ready to release?" subtitle="Based on all tests together">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <div className="flex flex-col gap-1.5">
            <span aria-hidden className="font-medium text-ink text-sm">
              It may be worse by
            </span>
            <SegmentedControl
              label="It may be worse by"
              value={margin ?? (suiteGate ? 'suite' : '10')}
              onChange={setMargin}
              segments={suiteGate ? [ofSuite, ...margins] : margins}
            />
          </div>
          <Select
            label="Question"
            options={questions}
            value={question ?? questionOf(suiteGate)}
            onChange={setQuestion}
          />
        </div>
        <Loaded query={gate} what="the verdict" skeleton={<Skeleton className="h-24" />}>
          {(verdict) => <Verdict gate={verdict} />}
        </Loaded>
      </div>
    </Card>
  );
}

function Verdict({ gate }: { gate: GateView }) {
  const { title, tone, word } = verdicts[gate.verdict];
  const notes = [...gate.doubts, ...(gate.remarks ?? [])];
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-2 font-medium text-base text-ink">
        <Badge tone={tone}>{gate.verdict === 'undecided' ? word : verdictWord[gate.verdict]}</Badge>
        {title}
      </p>
      {notes.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-ink text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Rules gate={gate} />
      {gate.judged && <Judged judged={gate.judged} />}
      <p className="text-ink-muted text-xs">
        {gate.rules.map(({ why }) => why).join(' ')} The command parley gate gives the same verdict.
      </p>
    </>
  );
}

/** Rates of replies that meet the judge’s expectation, corrected for the judge's errors as far as they are known. */
function Judged({ judged: { baseline, candidate } }: { judged: NonNullable<GateView['judged']> }) {
  const inWords = ({ replies, fulfilled, corrected }: typeof candidate) =>
    corrected
      ? `${fulfilled} of ${replies}, corrected ${rateInWords(corrected.rate, 1)} (${intervalInWords(corrected.interval)})`
      : `${fulfilled} of ${replies}, not corrected, since too little is known of the judge`;
  return (
    <p className="text-ink text-sm">
      Replies that meet the judge’s expectation: {baseline && `before ${inWords(baseline)}; `}
      after {inWords(candidate)}.
    </p>
  );
}

const verdictWord = { passed: 'Passed', blocked: 'Blocked' } as const;

function Rules({ gate: { rules, must } }: { gate: GateView }) {
  return (
    <div className="overflow-x-auto">
      <Table label="Rules of the gate">
        <TableHead>
          <TableHeader>Rule</TableHeader>
          <TableHeader>Verdict</TableHeader>
          <TableHeader>Before</TableHeader>
          <TableHeader>After</TableHeader>
          <TableHeader>Difference</TableHeader>
        </TableHead>
        <TableBody>
          {rules.map((rule) => (
            <TableRow key={rule.rule}>
              <TableCell className="min-w-40">{sentence(rule.rule)}</TableCell>
              <TableCell className="whitespace-nowrap">{verdicts[rule.verdict].word}</TableCell>
              <TableCell className="whitespace-nowrap">{rateOf(rule.baseline)}</TableCell>
              <TableCell className="whitespace-nowrap">{rateOf(rule.candidate)}</TableCell>
              <TableCell className="whitespace-nowrap">{differenceOf(rule)}</TableCell>
            </TableRow>
          ))}
          {must.map(({ test, verdict, why }) => (
            <TableRow key={test}>
              <TableCell>Must pass: {test}</TableCell>
              <TableCell>{verdicts[verdict].word}</TableCell>
              <TableCell>–</TableCell>
              <TableCell>{why}</TableCell>
              <TableCell>–</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats a rate such as "91.2% of 250 tries (87 to 95%)". */
function rateOf(figures: Rule['candidate'] | undefined): string {
  if (!figures || figures.rate === null) return '–';
  const { rate, tries, interval, missing } = figures;
  const range = interval ? ` (${intervalInWords(interval)})` : '';
  return `${rateInWords(rate, 1)} of ${tries} tries${range}${missing > 0 ? `, ${missing} missing` : ''}`;
}

function differenceOf({ difference }: Rule): string {
  if (difference === undefined) return '–';
  const points = Number((difference * 100).toFixed(1));
  return `${points > 0 ? '+' : ''}${points} points`.replace('-', '−');
}
