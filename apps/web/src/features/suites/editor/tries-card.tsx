import {
  forecastsOf,
  maxTriesMax,
  problemOfRule,
  type RepeatRule,
  rateInWords,
  repeatRuleOf,
  type SuiteConfiguration,
} from '@parley/suite';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Select } from '#/ui/select.tsx';
import { NumberSetting } from './setting-fields.tsx';

const lengths = [
  { value: 'decided', label: 'Until its pass rate is known' },
  { value: 'fixed', label: 'A fixed number, to compare versions' },
] as const;

interface TriesCardProps {
  configuration: SuiteConfiguration;
  onChange: (change: Partial<SuiteConfiguration>, name?: string) => void;
}

/** Settings for the number of tries of each test, and for the required pass rate. */
export function TriesCard({ configuration, onChange }: TriesCardProps) {
  const { repeat, syntax } = configuration;
  if (syntax !== 2 && !repeat) {
    return (
      <Card title="Tries">
        <p className="text-ink-muted text-sm">
          An agent that answers differently every time needs several tries of each test. This needs
          the strict rules, below.
        </p>
      </Card>
    );
  }
  const rule = repeatRuleOf({}, configuration);
  const problem = rule && problemOfRule(rule);
  const change = (part: PartOfRule, name: string) =>
    onChange({ repeat: defined({ ...repeat, ...part }) }, name);
  return (
    <Card title="Tries" subtitle="For agents that answer differently every time">
      <div className="flex flex-col gap-5">
        <Checkbox
          label="Try each test more than once"
          checked={repeat !== undefined}
          onChange={({ target }) => onChange({ repeat: target.checked ? {} : undefined })}
        />
        {repeat && (
          <Select
            label="How often"
            options={lengths}
            value={repeat.tries === undefined ? 'decided' : 'fixed'}
            onChange={(length) =>
              change(
                length === 'fixed'
                  ? { tries: 5, maxTries: undefined }
                  : { tries: undefined, maxTries: undefined },
                'tries',
              )
            }
          />
        )}
        {repeat && <RuleFields repeat={repeat} onChange={change} />}
        {problem && (
          <p role="alert" className="text-failed text-sm">
            {problem.message} {problem.hint}
          </p>
        )}
        {rule && !problem && rule.tries === undefined && <Forecasts rule={rule} />}
        {rule?.tries !== undefined && (
          <p className="text-ink-muted text-sm">
            This is usually too few tries to decide a single test. Compare two runs to evaluate all
            tests together. A test with the tag “must” is tried until its own rate is known.
          </p>
        )}
      </div>
    </Card>
  );
}

interface RuleFieldsProps {
  repeat: PartOfRule;
  onChange: (part: PartOfRule, name: string) => void;
}

function RuleFields({ repeat, onChange }: RuleFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <NumberSetting
        label="Target pass rate (%)"
        placeholder="95"
        min={1}
        max={99.9}
        value={inPercent(repeat.passRate)}
        onChange={(rate) => onChange({ passRate: fromPercent(rate) }, 'pass rate')}
      />
      <NumberSetting
        label="Unacceptable pass rate (%)"
        placeholder="80"
        min={1}
        max={99}
        value={inPercent(repeat.tolerate)}
        onChange={(rate) => onChange({ tolerate: fromPercent(rate) }, 'tolerated rate')}
      />
      {repeat.tries === undefined ? (
        <NumberSetting
          label="Maximum tries"
          placeholder="50"
          min={1}
          max={maxTriesMax}
          isWhole
          value={repeat.maxTries}
          onChange={(maxTries) => onChange({ maxTries }, 'tries')}
        />
      ) : (
        <NumberSetting
          label="Tries"
          min={1}
          max={maxTriesMax}
          isWhole
          value={repeat.tries}
          onChange={(tries = 5) => onChange({ tries }, 'tries')}
        />
      )}
    </div>
  );
}

/** Forecast of the rule's results, so that users need not guess how many tries they need. */
function Forecasts({ rule }: { rule: RepeatRule }) {
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-left text-ink-muted">
        What this rule does with agents whose tries are independent
      </caption>
      <thead>
        <tr className="border-line border-b text-left text-ink-muted text-xs">
          {['True pass rate', 'Passed', 'Failed', 'Undecided', 'Mean tries'].map((title) => (
            <th key={title} scope="col" className="py-1.5 pr-3 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="whitespace-nowrap tabular">
        {forecastsOf(rule).map(({ rate, passed, failed, undecided, meanTries }) => (
          <tr key={rate} className="border-line border-b last:border-0">
            <th scope="row" className="py-1.5 pr-3 font-medium text-ink">
              {rateInWords(rate, 1)}
            </th>
            <td className="py-1.5 pr-3">{rateInWords(passed, 1)}</td>
            <td className="py-1.5 pr-3">{rateInWords(failed, 1)}</td>
            <td className="py-1.5 pr-3">{rateInWords(undecided, 1)}</td>
            <td className="py-1.5">{Math.round(meanTries)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const inPercent = (rate: number | undefined): number | undefined =>
  rate === undefined ? undefined : Number((rate * 100).toFixed(2));

const fromPercent = (percent: number | undefined): number | undefined =>
  percent === undefined ? undefined : Number((percent / 100).toFixed(4));

type PartOfRule = { [Key in keyof RepeatRule]?: RepeatRule[Key] | undefined };

/** Drops properties with the value undefined, so that defaults apply. */
function defined(rule: PartOfRule) {
  const said = Object.entries(rule).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<RepeatRule>;
}
