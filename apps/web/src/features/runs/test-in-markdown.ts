import { describeOrigin, describeSaid, isBad, type TestResult } from '@parley/suite';
import { ruleInWords } from './rule-in-words.ts';

/** Formats a test with its failures as Markdown, for an issue or a chat. */
export function testInMarkdown(test: TestResult, suiteName: string, url: string): string {
  const lines = test.steps.flatMap((step, index) => {
    if (step.startedAt === undefined) return [];
    const broken = step.verdicts.filter(({ passed }) => !passed);
    const written = describeOrigin(step.origin);
    return [
      `${index + 1}. **Tester:** ${inline(describeSaid(step))}${written ? ` (${inline(written)})` : ''}`,
      `   **Bot:** ${inline(step.reply?.text || 'no reply')}`,
      ...broken.map((verdict) => `   ✗ ${inline(ruleInWords(verdict))}`),
      ...(broken.length === 0 && isBad(step.outcome) && step.failure
        ? [`   ✗ ${inline(step.failure.message)}`]
        : []),
    ];
  });
  const failure = lines.length === 0 && test.failure ? [inline(test.failure.message)] : [];
  return [
    `### ${inline(test.name)}: ${test.outcome}`,
    '',
    `[${inline(suiteName)}](${url})`,
    '',
    ...lines,
    ...failure,
  ].join('\n');
}

/** Puts a text on one line, and escapes characters with a meaning in Markdown or HTML. */
const inline = (text: string) =>
  text.replace(/[\\`*_[\]<>#|]/g, (mark) => `\\${mark}`).replace(/\s*\n\s*/g, ' ');
