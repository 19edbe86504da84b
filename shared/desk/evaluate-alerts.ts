import { isSameAddress } from '../is-same-address.ts';
import {
  type Alert,
  type AlertFound,
  type AlertRule,
  AlertSchema,
  type PositionRef,
  structureKey,
} from '../messages/alerts.ts';
import { parseAs } from '../parse.ts';
import type { PositionRow } from '../positions/position-view.ts';
import type { EpochMs, Price8 } from '../units.ts';

/**
 * Milliseconds after which a price feed's round is stale. This is the order book's own limit, and
 * feeds update at least once a day.
 */
export const MAX_PRICE_AGE_MS = 86_400_000;

/**
 * Basis points of the level. A re-armed alert can fire again only after the value has moved back by
 * this share.
 */
const CLEAR_BPS = 50n;

interface FeedRound {
  readonly price: Price8;
  readonly at: EpochMs;
}

/**
 * The best quote with a checked signature for a structure, in dollars per contract with 8 decimals.
 */
export interface BestQuote {
  readonly price: bigint;
  readonly maker: string;
}

/** The facts at one moment. A missing entry wasn't read, so the alerts about it stay unchanged. */
export interface AlertFacts {
  readonly now: EpochMs;
  /** From the chain, by asset. */
  readonly spots: ReadonlyMap<string, FeedRound>;
  /** By `structureKey`; `null` when no maker quotes it. */
  readonly quotes: ReadonlyMap<string, BestQuote | null>;
  /** By account in lower case. */
  readonly positions: ReadonlyMap<string, readonly PositionRow[]>;
}

/**
 * Result of checking a rule. `isClear`: the rule is clearly false, so a re-armed alert may be
 * armed. `over`: the rule can't become true any more.
 */
type Look =
  | { readonly is: 'true'; readonly found: AlertFound }
  | { readonly is: 'untrue'; readonly isClear: boolean }
  | { readonly is: 'unknown' }
  | { readonly is: 'over' };

const UNKNOWN: Look = { is: 'unknown' };
const OVER: Look = { is: 'over' };
const UNTRUE: Look = { is: 'untrue', isClear: true };

/**
 * Returns an alert after evaluating the facts; the same object if nothing changed. An armed alert
 * fires once. A re-armed alert first waits until its rule is clearly false.
 */
export function evaluateAlert(
  alert: Alert,
  facts: AlertFacts,
): { readonly alert: Alert; readonly isUnknown: boolean } {
  const { status } = alert.state;
  if (status === 'fired' || status === 'over') return { alert, isUnknown: false };
  const look = lookAt(alert.rule, facts);
  if (look.is === 'over')
    return { alert: { ...alert, state: { status: 'over' } }, isUnknown: false };
  if (status === 'armed' && look.is === 'true') {
    const seen = { isNotified: false, isSeen: false };
    const state = { status: 'fired', at: facts.now, found: look.found, ...seen } as const;
    // A contract can report amounts that can't be stored, so the alert may not fit its schema.
    const fired = parseAs(AlertSchema, { ...alert, state });
    return { alert: fired ?? alert, isUnknown: fired === undefined };
  }
  if (status === 'resting' && look.is === 'untrue' && look.isClear)
    return { alert: { ...alert, state: { status: 'armed' } }, isUnknown: false };
  return { alert, isUnknown: look.is === 'unknown' };
}

/** Returns when an alert about an expiry fires, in epoch milliseconds. */
export function expiryDue({ position, hours }: Extract<AlertRule, { kind: 'expiry' }>): number {
  return (position.expiry - hours * 3600) * 1000;
}

function lookAt(rule: AlertRule, facts: AlertFacts): Look {
  switch (rule.kind) {
    case 'spot':
      return lookAtSpot(rule, facts);
    case 'order':
      return lookAtQuote(rule, facts);
    case 'value':
      return lookAtValue(rule, facts);
    case 'expiry':
      return lookAtExpiry(rule, facts);
  }
}

function lookAtSpot(
  { asset, direction, price }: Extract<AlertRule, { kind: 'spot' }>,
  { spots, now }: AlertFacts,
): Look {
  const round = spots.get(asset);
  if (round === undefined || isStale(round.at, now)) return UNKNOWN;
  return lookAtLevel(round.price, { direction, level: BigInt(price) }, () => ({
    kind: 'spot',
    spot: round.price.toString(),
    spotAt: round.at,
  }));
}

function lookAtQuote(
  { structure, price }: Extract<AlertRule, { kind: 'order' }>,
  { quotes, now }: AlertFacts,
): Look {
  if (structure.expiry * 1000 <= now) return OVER;
  const best = quotes.get(structureKey(structure));
  if (best === undefined) return UNKNOWN;
  if (best === null) return UNTRUE;
  const limit = BigInt(price);
  const isBetter = structure.side === 'buy' ? best.price <= limit : best.price >= limit;
  if (!isBetter) return UNTRUE;
  return {
    is: 'true',
    found: { kind: 'order', price: best.price.toString(), maker: best.maker },
  };
}

/**
 * Without the model's value, the alert isn't checked: the payoff at today's price would look like a
 * sudden loss.
 */
function lookAtValue(
  { position, direction, value }: Extract<AlertRule, { kind: 'value' }>,
  facts: AlertFacts,
): Look {
  const row = rowOf(position, facts);
  if (row === undefined) return UNKNOWN;
  if (row.isClosedByOffer === true || row.state === 'settled') return OVER;
  if (row.state !== 'open') return UNKNOWN;
  const { spot } = row;
  const modelled = row.model?.valueUsd;
  if (modelled === undefined) return UNKNOWN;
  if (spot?.at === undefined || spot.source !== 'chain' || isStale(spot.at, facts.now))
    return UNKNOWN;
  const { price, at } = spot;
  return lookAtLevel(modelled, { direction, level: BigInt(value) }, () => ({
    kind: 'value',
    value: `${modelled}`,
    spot: `${price}`,
    spotAt: at,
  }));
}

/** Fires by the clock, unless the position is known to have ended before. */
function lookAtExpiry(rule: Extract<AlertRule, { kind: 'expiry' }>, facts: AlertFacts): Look {
  const row = rowOf(rule.position, facts);
  if (row?.isClosedByOffer === true) return OVER;
  const isDue = facts.now >= expiryDue(rule) && row?.state !== 'closed';
  return isDue ? { is: 'true', found: { kind: 'expiry' } } : UNTRUE;
}

/**
 * Returns the row of a position that the wallet has verified on the chain, or that makers took over
 * according to a receipt. An indexer alone can't end an alert.
 */
function rowOf(
  { account, option, side }: PositionRef,
  { positions }: AlertFacts,
): PositionRow | undefined {
  return positions
    .get(account.toLowerCase())
    ?.find(
      (row) =>
        row.side === side &&
        isSameAddress(row.address, option) &&
        (row.isClosedByOffer === true || (row.verification === 'verified' && !row.isUnproven)),
    );
}

function lookAtLevel(
  value: bigint,
  { direction, level }: { readonly direction: 'above' | 'below'; readonly level: bigint },
  found: () => AlertFound,
): Look {
  const beyond = direction === 'above' ? value - level : level - value;
  if (beyond >= 0n) return { is: 'true', found: found() };
  const margin = ((level < 0n ? -level : level) * CLEAR_BPS) / 10_000n;
  return { is: 'untrue', isClear: -beyond > margin };
}

const isStale = (at: number, now: number) => now - at > MAX_PRICE_AGE_MS;
