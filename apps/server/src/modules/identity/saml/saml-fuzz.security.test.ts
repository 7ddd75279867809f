/** Tests genuine responses of an identity provider with random changes, parsed by the real library. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carry, exchange, type SamlWorld, startSamlWorld } from '../test/test-saml.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await startSamlWorld();
}, 60_000);
afterAll(() => world.close());

/** Fixed seed, which failures report, so that they can be reproduced. */
const rounds = { numRuns: 50, seed: 20_261_126 };

const changes = fc.record({
  from: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.constantFrom(0, 1, 5, 40, 400),
  put: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      '<!-- x -->',
      '<![CDATA[x]]>',
      '&lt;',
      '&#0;',
      '&e;',
      '<?x y?>',
      '<a>',
      '</a>',
      ' ID="_x"',
      ' xmlns="urn:x"',
      'eve@',
      '<saml:Assertion>',
      '</saml:Assertion>',
      '\u0000',
      '\ud800',
    ),
  ),
  isDoubled: fc.boolean(),
});

type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;

function apply(xml: string, { from, length, put, isDoubled }: Change): string {
  const at = Math.floor(from * xml.length);
  const piece = xml.slice(at, at + length);
  return xml.slice(0, at) + (isDoubled ? piece + put + piece : put) + xml.slice(at + length);
}

it('let in nobody but whom the provider named, and are never an error of ours', {
  timeout: 120_000,
}, async () => {
  const { company } = await world.setUpCompany();
  const takesGenuine = async () =>
    !('error' in (await carry(company, await world.genuineAnswer(company))));
  let refused = 0;
  expect(await takesGenuine()).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (some) => {
      // A refused response ends the attempt, so each one needs its own.
      const genuine = await world.genuineAnswer(company);
      const xml = some.reduce(apply, genuine.xml);
      const outcome = await carry(company, { ...genuine, xml });
      expect(outcome.error ?? '').not.toMatch(/status 5/);
      if (outcome.error !== undefined) {
        refused += 1;
        return;
      }
      // Text outside the signed part may change, but not who signs in.
      const others = await exchange(genuine.browser, 'eve@parley.example');
      expect(others.status).not.toBe(200);
    }),
    rounds,
  );
  expect(await takesGenuine()).toBe(true);
  expect(refused).toBeGreaterThan(20);
});
