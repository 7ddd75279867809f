/** Generates assertions about tools of every shape, for property-based tests. */
import fc from 'fast-check';
import { operatorSpellings } from '../format/parse/operators.ts';
import type { ToolCheck, ValueCheck } from '../tools/tool-check.ts';

const word = fc.constantFrom(
  'order',
  'refund_order',
  'a: b',
  'a #b',
  'null',
  'true',
  '7',
  'x, y',
  '[z]',
  '{{order}}',
  '"q"',
  'Grüße 👋',
  'a.b',
  'a-b',
  'never',
);

/** Keys of an object, except numeric ones, because objects sort these before all others. */
const key = word.filter((name) => name !== '7');

const scalar = fc.oneof(
  word,
  fc.constantFrom('', ' ', 'undefined', '/x.*y/i', 'a\nb', '- a', '007'),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.integer(),
  fc.boolean(),
);

const comparison: fc.Arbitrary<ValueCheck> = fc.oneof(
  fc
    .constantFrom(
      ...operatorSpellings
        .filter(({ operator }) => operator === 'contains' || operator === 'equals')
        .map(({ operator, negated }) => ({ operator, negated })),
    )
    .chain(({ operator, negated }) =>
      fc
        .array(scalar, { minLength: 1, maxLength: 2 })
        .map((expected): ValueCheck => ({ operator, negated, expected })),
    ),
  fc.boolean().map((negated): ValueCheck => ({ operator: 'exists', negated, expected: [] })),
  fc
    .integer()
    .map((limit): ValueCheck => ({ operator: 'less', negated: false, expected: [limit] })),
);

const value = fc.letrec<{ value: ValueCheck; fields: ValueCheck; plain: ValueCheck }>((tie) => ({
  plain: fc.oneof(
    { depthSize: 'small' },
    fc
      .oneof(scalar, fc.constant(null))
      .map((one): ValueCheck => ({ operator: 'equals', negated: false, expected: [one] })),
    tie('fields'),
    fc.array(tie('plain'), { maxLength: 2 }).map((items): ValueCheck => ({ items })),
  ),
  value: fc.oneof(tie('plain'), comparison),
  fields: fc
    .uniqueArray(fc.record({ key, value: tie('value') }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ key }) => key,
    })
    .map((fields): ValueCheck => ({ fields })),
}));

const times = fc.oneof(
  fc.constant({ min: 0, max: 0 }),
  fc.integer({ min: 1, max: 9 }).map((min) => ({ min })),
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
    .map(([min, more]) => ({ min, max: min + more })),
);

const scope = fc.constantFrom({}, { isConversation: true as const });

export const toolCheck: fc.Arbitrary<ToolCheck> = fc.oneof(
  fc
    .record(
      {
        tool: word,
        times,
        args: value.fields,
        isExact: fc.constant(true as const),
        result: value.value,
        error: value.value,
        isRequested: fc.constant(true as const),
        allowsOthers: fc.constant(true as const),
      },
      { requiredKeys: ['tool'], noNullPrototype: true },
    )
    .filter(({ isExact, args }) => !isExact || args !== undefined)
    .chain((call) => scope.map((of): ToolCheck => ({ kind: 'call', ...call, ...of }))),
  fc
    .tuple(fc.array(word, { minLength: 2, maxLength: 3 }), scope)
    .map(([tools, of]): ToolCheck => ({ kind: 'order', tools, ...of })),
  fc
    .tuple(fc.array(word, { maxLength: 3 }), scope)
    .map(([tools, of]): ToolCheck => ({ kind: 'only', tools, ...of })),
  fc
    .record(
      {
        of: fc.constantFrom('total' as const, 'input' as const, 'output' as const),
        isLess: fc.boolean(),
        isEqualAllowed: fc.boolean(),
        tokens: fc.integer({ min: 1, max: 999_999_999_999 }),
      },
      { noNullPrototype: true },
    )
    .chain((check) => scope.map((of): ToolCheck => ({ kind: 'tokens', ...check, ...of }))),
  fc
    .record(
      {
        isLess: fc.boolean(),
        isEqualAllowed: fc.boolean(),
        // Millionths up to a million, and the smallest amount that a suite can contain.
        amount: fc.oneof(
          fc.integer({ min: 1, max: 999_999_999_999 }).map((millionths) => millionths / 1e6),
          fc.constant(1e-12),
        ),
      },
      { noNullPrototype: true },
    )
    .chain((check) => scope.map((of): ToolCheck => ({ kind: 'cost', ...check, ...of }))),
);
