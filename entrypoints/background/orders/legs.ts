import type { Address } from 'viem';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import { units } from '../../../shared/codec.ts';
import { liveQuoteOf } from '../../../shared/desk/one-row-per-terms.ts';
import { ExpirySchema, ProductNameSchema } from '../../../shared/messages/alerts.ts';
import { closed } from '../../../shared/messages/commands/parts.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import type { LegView } from '../../../shared/messages/procedures.ts';
import { oneOf } from '../../../shared/one-of.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import * as Type from '../../../shared/schema.ts';
import { type Contracts, type Price8, secondsOf } from '../../../shared/units.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Procedures } from '../procedures/runner.ts';
import { hashOfEnded, sentOfLost } from './fill-record.ts';
import type { FillRecord } from './fill-schemas.ts';
import { type Fills, isAsSigned, isProven } from './fills.ts';
import type { OrdersListing } from './listing.ts';
import { TicketError } from './ticket-error.ts';

const KEPT = 4;

const LegSchema = Type.Object(
  {
    terms: Type.Object(
      {
        asset: Type.String(),
        product: ProductNameSchema,
        side: oneOf(['buy', 'sell']),
        strikes: Type.Array(Type.Number()),
        expiry: ExpirySchema,
        collateralSymbol: Type.String(),
      },
      closed,
    ),
    decimals: Type.Integer(),
    /** In units with the collateral's decimals. */
    contracts: units<Contracts>(),
    /** Agreed price per contract, with 8 decimals. */
    price: units<Price8>(),
    /** Id of the leg's fill, stored before the fill begins. */
    fill: Type.Optional(Type.String()),
    /** True once the leg's fill has begun. Its transaction can then be mined. */
    isBegun: Type.Optional(Type.Boolean()),
    /** The user continued although the leg's fill failed or got lost. */
    isRetried: Type.Optional(Type.Boolean()),
    /** Ids of lost and failed fills that the leg's current fill replaces. */
    lost: Type.Optional(Type.Array(Type.String())),
    isDone: Type.Optional(Type.Boolean()),
  },
  closed,
);

const ENDS = [
  'done',
  'noQuote',
  'failed',
  'unanswered',
  'unproved',
  'superseded',
  'fillGone',
  'differs',
  'stopped',
] as const;

export const LegsRowSchema = Type.Object(
  {
    id: Type.String(),
    at: Type.Integer(),
    account: AddressSchema,
    legs: Type.Array(LegSchema),
    /** `noQuote`: no maker offers a leg any more. `failed`: a fill didn't begin, or failed. */
    end: Type.Optional(oneOf(ENDS)),
  },
  closed,
);
type State = Type.Static<typeof LegsRowSchema>;
type Leg = State['legs'][number];

export type Legs = ReturnType<typeof createLegs>;

/**
 * Fills the reviewed legs of a trade one after another, without an open page. A leg begins when the
 * receipt of the leg before it is proven. After a failure the user has to continue.
 */
export function createLegs(deps: {
  readonly procedures: Pick<Procedures, 'add'>;
  readonly stored: Pick<Stored<State[]>, 'read' | 'write'>;
  readonly fills: Pick<Fills, 'start' | 'ended' | 'find' | 'prove' | 'dismiss'>;
  readonly listing: Pick<OrdersListing, 'list'>;
  /** Returns true when the node doesn't know the transaction. */
  readonly isUnknown: (hash: string) => Promise<boolean>;
  readonly referrer: () => Address;
  readonly clock: Clock;
  readonly random: Random;
}) {
  const newId = () => toBase64url(deps.random.bytes(16));

  async function liveQuote({ terms }: Leg): Promise<OrderRow | undefined> {
    const { rows } = await deps.listing.list(false);
    return liveQuoteOf(terms, rows, secondsOf(deps.clock.now()));
  }

  async function takeStep(state: State): Promise<State> {
    const undone = state.legs.find((leg) => isUndone(leg, deps.fills));
    if (undone !== undefined) {
      const { isDone: _isDone, ...open } = undone;
      return withLeg(state, undone, open);
    }
    const leg = nextLeg(state);
    if (leg === undefined) return { ...state, end: 'done' };
    const change = (part: Partial<Leg>) => withLeg(state, leg, { ...leg, ...part });
    const begun = deps.fills.find(leg.fill ?? '');
    const found = leg.lost?.find(isFound);
    if (found !== undefined && begun === undefined && leg.isBegun !== true)
      return change({ fill: found, isBegun: true });
    // The id is stored first, so that a leg never begins twice.
    if (leg.fill === undefined) return change({ fill: newId() });
    if (leg.isBegun !== true) {
      if (begun === undefined) {
        const quote = await liveQuote(leg);
        if (quote === undefined) return { ...withoutFill(state, leg), end: 'noQuote' };
        const now = shelf.find(state.id);
        const isStale = now === undefined || now.end !== undefined;
        // A lost fill may have been mined meanwhile.
        if (isStale || leg.lost?.some(isFound)) return withoutFill(state, leg);
        const fill = await deps.fills.start({
          id: leg.fill,
          digest: quote.digest,
          account: state.account as Address,
          wanted: leg.contracts,
          agreed: leg.price,
          referrer: deps.referrer(),
        });
        if (fill !== leg.fill) throw new TicketError('fillRunning', { holder: fill });
      }
      return change({ isBegun: true });
    }
    // A lost transaction can still be mined.
    const isAgain = begun?.stage === 'unproved' || (begun && sentOfLost(begun)) !== undefined;
    if (isAgain) await deps.fills.prove(leg.fill);
    const ended = await deps.fills.ended(leg.fill);
    if (ended === undefined) return { ...state, end: 'fillGone' };
    const filled = noticed(state);
    if (filled !== state) return filled;
    if (ended.stage === 'unproved') return { ...state, end: 'unproved' };
    // A lost transaction may have been mined before or instead of the current transaction.
    const mined = leg.lost?.find((id) => id !== leg.fill && isFound(id));
    if (mined !== undefined) return withLeg(state, leg, filledBy(leg, mined));
    const lost = sentOfLost(ended);
    // The fill is made again if the user knows of the failure. A lost fill is made again only while
    // no node has its transaction.
    if (leg.isRetried === true && (lost === undefined || (await deps.isUnknown(lost.hash))))
      return retried(state, leg, ended, deps.fills);
    const { isBegun: _isBegun, isRetried: _isRetried, ...failed } = leg;
    if (lost === undefined) return { ...withLeg(state, leg, failed), end: 'failed' };
    return { ...withLeg(state, leg, { ...failed, isBegun: true }), end: 'superseded' };
  }

  const noticed = (state: State) => withFilled(state, deps.fills);

  const isFound = (id: string) =>
    ['mined', 'indexed', 'not indexed', 'unproved'].includes(deps.fills.find(id)?.stage ?? '');

  const shelf = deps.procedures.add<State>({
    stored: deps.stored,
    kept: KEPT,
    endOf: ({ end }) => end,
    waits: ({ end }) => end !== undefined && end !== 'done',
    claims: ({ account }) => [{ on: `legs:${account.toLowerCase()}`, by: 'legs' }],
    refusal: ({ id }) => new TicketError('legsRunning', { holder: id }),
    next: takeStep,
    failed: (state) => ({ ...state, end: 'failed' }),
    // A leg whose fill hasn't begun waits for the user, because much time may have passed.
    restarted: (state) => {
      const leg = nextLeg(state);
      const isBegun = leg?.isBegun ?? (leg?.fill !== undefined && deps.fills.find(leg.fill));
      return leg === undefined || isBegun ? state : { ...state, end: 'unanswered' };
    },
    // The running leg continues by itself.
    stopped: (state) => ({ ...state, end: 'stopped' }),
    again: (state) => again(state, deps.fills),
    view: (state) => {
      const { at, account } = state;
      const legs = state.legs.map(({ terms, decimals, contracts, price, fill }, index) => ({
        ...{
          terms,
          decimals,
          contracts: `${contracts}`,
          price: `${price}`,
          ...(fill === undefined ? {} : { fill }),
        },
        state: stateOf(state, index, deps.fills),
      }));
      return { at, account, facts: { kind: 'legs', legs }, steps: [] };
    },
  });

  return {
    ...shelf,

    /** Notices that a leg of a stopped trade was filled, or that a filled leg was taken back. */
    onFillsChanged(): void {
      for (const state of shelf.all())
        if (state.end !== undefined && noticed(state) !== state)
          void shelf.change(state.id, noticed).catch(() => undefined);
    },

    /** Starts to fill the reviewed quotes as legs, at the agreed prices. */
    async begin(
      account: Address,
      reviewed: readonly {
        readonly digest: string;
        readonly contracts: Contracts;
        readonly price: Price8;
      }[],
    ): Promise<string> {
      const { rows } = await deps.listing.list(false);
      const legs = reviewed.map(({ digest, ...rest }) => {
        const row = rows.find((one) => one.digest === digest);
        if (row === undefined) throw new TicketError('quoteGone');
        const { asset, product, side, strikes, expiry, collateralSymbol } = row;
        const terms = { asset, product, side, strikes: [...strikes], expiry, collateralSymbol };
        return { terms, decimals: row.collateralDecimals, ...rest };
      });
      const id = newId();
      await shelf.begin({ id, at: deps.clock.now(), account, legs });
      return id;
    },
  };
}

const nextLeg = ({ legs }: State) => legs.find(({ isDone }) => isDone !== true);

const withLeg = (state: State, before: Leg, after: Leg): State => ({
  ...state,
  legs: state.legs.map((leg) => (leg === before ? after : leg)),
});

/** Returns true for a filled leg whose fill a reorganization removed from the chain. */
function isUndone({ isDone, fill = '' }: Leg, { find }: Pick<Fills, 'find'>): boolean {
  const row = isDone === true ? find(fill) : undefined;
  return row !== undefined && !isProven(row);
}

/** Returns a leg with its mined fill. Keeps the former fill, because a reorganization can mine it. */
function filledBy({ isRetried: _isRetried, ...leg }: Leg, fill: string): Leg {
  if (leg.fill === fill) return leg;
  const others = [...(leg.lost ?? []), leg.fill ?? fill].filter((id) => id !== fill);
  return { ...leg, fill, lost: [...new Set(others)] };
}

/**
 * Marks a leg as done if one of its fills is proven. A stopped trade then waits for the user, or
 * ends. Returns the same trade if nothing changed.
 */
function withFilled(state: State, fills: Pick<Fills, 'find'>): State {
  for (const leg of state.legs) {
    if (leg.isDone === true && !isUndone(leg, fills)) continue;
    const ids = [leg.fill ?? '', ...(leg.lost ?? [])];
    const fill = ids.flatMap((id) => fills.find(id) ?? []).find(isProven);
    if (fill === undefined) continue;
    const done = withLeg(state, leg, { ...filledBy(leg, fill.id), isDone: true });
    if (!isAsSigned(fill)) return { ...done, end: 'differs' };
    return state.end === undefined ? done : withEnd({ ...done, end: 'stopped' }, fills);
  }
  return withEnd(state, fills);
}

/** Ends a stopped trade without a next leg, unless a reorganization removed one of its fills. */
function withEnd(state: State, fills: Pick<Fills, 'find'>): State {
  if (state.end === undefined || nextLeg(state) !== undefined) return state;
  const end = state.legs.some((leg) => isUndone(leg, fills)) ? 'superseded' : 'done';
  const isKept = state.end === end || (state.end === 'differs' && end === 'done');
  return isKept ? state : { ...state, end };
}

/**
 * Returns the trade that continues with its next leg. The failed fill of this leg is made again.
 */
function again({ end, ...state }: State, { find }: Pick<Fills, 'find'>): State {
  const leg = nextLeg(state);
  if (leg?.fill === undefined) return state;
  if (find(leg.fill)?.stage === 'failed')
    return withLeg(state, leg, { ...leg, isBegun: true, isRetried: true });
  // The leg is filled again only when the user knows that the record of its fill is gone. Otherwise
  // the leg keeps the fill's id, because the stopped driver can still begin the fill.
  return end === 'fillGone' ? withoutFill(state, leg) : state;
}

/**
 * Returns the trade whose leg is filled again. Dismisses the failed fill, because the new fill
 * replaces it. Keeps a failed fill that changed the account's money or can still change it, such as
 * after a reorganization.
 */
async function retried(
  state: State,
  leg: Leg,
  fill: FillRecord,
  { dismiss }: Pick<Fills, 'dismiss'>,
): Promise<State> {
  const isSent = hashOfEnded(fill) !== undefined;
  if (!isSent && fill.made.length === 0) await dismiss(fill.id);
  return withoutFill(state, leg, isSent ? [...(leg.lost ?? []), fill.id] : leg.lost);
}

function withoutFill(state: State, leg: Leg, lost = leg.lost): State {
  const { fill: _fill, isBegun: _isBegun, isRetried: _isRetried, ...rest } = leg;
  return withLeg(state, leg, { ...rest, ...(lost === undefined ? {} : { lost }) });
}

function stateOf(state: State, index: number, fills: Pick<Fills, 'find'>): LegView['state'] {
  const { legs, end } = state;
  const leg = legs[index];
  if (leg?.isDone === true) return isUndone(leg, fills) ? 'failed' : 'done';
  if (leg !== nextLeg(state)) return 'ahead';
  if (end === undefined) return 'running';
  if (end !== 'stopped' && end !== 'differs') return 'failed';
  // The fill of a stopped trade's leg continues.
  const stage = fills.find(leg?.fill ?? '')?.stage;
  if (stage === undefined) return 'ahead';
  return stage === 'failed' || stage === 'unproved' ? 'failed' : 'running';
}
