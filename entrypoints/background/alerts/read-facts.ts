import { type AlertFacts, expiryDue } from '../../../shared/desk/evaluate-alerts.ts';
import { type Alert, type AlertRule, accountOf } from '../../../shared/messages/alerts.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Spot } from '../market/spot-prices.ts';

type Reader<Subject, Value> = (subjects: readonly Subject[]) => Promise<ReadonlyMap<string, Value>>;

type Structure = Extract<AlertRule, { kind: 'order' }>['structure'];
type FactOf<Name extends 'quotes' | 'positions'> =
  AlertFacts[Name] extends ReadonlyMap<string, infer Value> ? Value : never;

/**
 * Returns a function that reads the facts of the given alerts. Leaves out the facts of a source
 * that fails.
 */
export function createFactReader(deps: {
  readonly clock: Clock;
  readonly spots: { refresh(): Promise<void>; of(asset: string): Spot | undefined };
  readonly readQuotes: Reader<Structure, FactOf<'quotes'>>;
  readonly readPositions: Reader<string, FactOf<'positions'>>;
}) {
  return async (alerts: readonly Alert[]): Promise<AlertFacts> => {
    const now = deps.clock.now();
    const rules = alerts.map(({ rule }) => rule);
    const needed = rules.filter((rule) => rule.kind !== 'expiry' || now >= expiryDue(rule));
    const accountsOf = (isWanted: (rule: AlertRule) => boolean) => {
      const named = needed.filter(isWanted).flatMap((rule) => accountOf(rule) ?? []);
      return [...new Map(named.map((account) => [account.toLowerCase(), account])).values()];
    };
    const structures = rules.flatMap((rule) => (rule.kind === 'order' ? [rule.structure] : []));
    const holders = accountsOf((rule) => 'position' in rule);
    // Orders and positions are priced with spot prices, too.
    if (rules.some(needsSpot)) await deps.spots.refresh();
    const [quotes, positions] = await Promise.all([
      readSome(deps.readQuotes, structures),
      readSome(deps.readPositions, holders),
    ]);
    const assets = new Set(rules.flatMap((rule) => (rule.kind === 'spot' ? [rule.asset] : [])));
    return {
      now: deps.clock.now(),
      spots: new Map(
        [...assets].flatMap((asset) => {
          const spot = deps.spots.of(asset);
          // An order feed can report any price, so only the chain's price is used.
          if (spot?.source !== 'chain' || spot.at === undefined) return [];
          return [[asset, { price: spot.price, at: spot.at }] as const];
        }),
      ),
      quotes,
      positions,
    };
  };
}

const needsSpot = ({ kind }: AlertRule) => kind === 'spot' || kind === 'order' || kind === 'value';

async function readSome<Subject, Value>(
  read: Reader<Subject, Value>,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, Value>> {
  if (subjects.length === 0) return new Map();
  return read(subjects).catch(() => new Map());
}
