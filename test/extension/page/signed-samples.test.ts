import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetsOf } from '../../../shared/approvals/signed/deed.ts';
import { readSigned } from '../../../shared/approvals/signed/read-signed.ts';
import { parseTypedData } from '../../../shared/approvals/typed-data.ts';
import samples from '../../vectors/signed-samples.json' with { type: 'json' };
import { shownTypedData } from '../helpers/typed-data.ts';

interface Sample {
  readonly name: string;
  readonly account: string;
  readonly chainId: number;
  readonly data: { readonly types: Record<string, { name: string; type: string }[]> } & object;
  readonly sentence: string;
  /** Part of the danger's sentence; null without a danger. */
  readonly danger: string | null;
  readonly refusal?: string;
  readonly check?: string;
}

const CASES: readonly Sample[] = samples.cases;

const shown = ({ data, account, chainId }: Sample) => shownTypedData(data, { account, chainId });

describe.each(CASES)('the window for $name', (sample) => {
  it('describes the effect and any danger of the typed data', async () => {
    const found = await shown(sample);
    expect(found.sentence).toBe(sample.sentence);
    if (sample.danger === null) expect(found.danger).toBeUndefined();
    else expect(found.danger).toContain(sample.danger);
    if (sample.refusal === undefined) expect(found.refusal).toBeUndefined();
    else expect(found.refusal).toContain(sample.refusal);
    const details = found.checks.map(({ detail = '' }) => detail).join(' ');
    expect(details).toContain(sample.check ?? '');
  });
});

/**
 * Without unknown data and delegations. A delegation is explained even if the data has additional
 * fields.
 */
const KNOWN = CASES.filter(
  ({ sentence }) => !sentence.startsWith('Sign “') && !sentence.startsWith('Let somebody else'),
);

describe('a type that has one more field than a known type', () => {
  it.each(KNOWN)(
    'treats a known type as unknown when the type has an additional field ($name)',
    ({ data, account }) => {
      const { primaryType } = parseTypedData(data, 'V4');
      const fields = [...(data.types[primaryType] ?? []), { name: 'more', type: 'string' }];
      const types = { ...data.types, [primaryType]: fields };
      const message = { ...Reflect.get(data, 'message'), more: '' };
      const parsed = parseTypedData({ ...data, types, message }, 'V4');
      expect(readSigned(parsed, account).kind).toBe('unknown');
    },
  );
});

describe('a bulk order', () => {
  const bulk = CASES.find(({ name }) => name.startsWith('two listings'));
  const single = CASES.find(({ name }) => name.startsWith('a listing for the chain'));

  it('warns when one order of a bulk gives something for nothing', () => {
    if (bulk === undefined || single === undefined) throw new TypeError('sample missing');
    const listing = Reflect.get(single.data, 'message');
    const dust = (item: object) => ({ ...item, startAmount: '1', endAmount: '1' });
    const gifts = [
      { ...listing, consideration: [] },
      { ...listing, consideration: listing.consideration.map(dust) },
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.nat(),
        fc.option(fc.constantFrom(...gifts)),
        (height, at, gift) => {
          const count = 2 ** height;
          const leaves: unknown[] = Array.from({ length: count }, (_, index) =>
            index === at % count ? (gift ?? listing) : listing,
          );
          const types = {
            ...bulk.data.types,
            BulkOrder: [{ name: 'tree', type: `OrderComponents${'[2]'.repeat(height)}` }],
          };
          const data = { ...bulk.data, types, message: { tree: treeOf(leaves) } };
          const facts = readSigned(parseTypedData(data, 'V4'), single.account);
          const standards = assetsOf(facts, 'givenAway').map(({ standard }) => standard);
          expect(facts).toMatchObject({ deed: 'offerSeveral', count });
          expect(standards).toEqual(gift !== null ? ['collectible'] : []);
          expect(JSON.stringify(facts).includes('givesAway')).toBe(gift !== null);
        },
      ),
    );
  });

  /** Combines leaves in pairs until two branches remain. */
  function treeOf(leaves: readonly unknown[]): unknown {
    if (leaves.length === 2) return leaves;
    const half = leaves.length / 2;
    return [treeOf(leaves.slice(0, half)), treeOf(leaves.slice(half))];
  }
});
