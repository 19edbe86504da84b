import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookQuotes } from '../../../../shared/desk/book-quotes.ts';
import { premiumFor } from '../../../../shared/orders/fees.ts';
import { MIN_MAKERS } from '../../../../shared/orders/market-volatility.ts';
import { product } from '../../../../shared/orders/products.ts';
import { parseAmount } from '../../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { contracts, secondsOf, tokenAmount, toNumber8 } from '../../../../shared/units.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useActionCosts } from '../../../hooks/use-action-costs.ts';
import { useIsHidden } from '../../../hooks/use-hidden-amounts.ts';
import { MINUTE_MS, useNow } from '../../../hooks/use-now.ts';
import { useOrderList } from '../../../hooks/use-order-list.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { WalletFailure } from '../../../hooks/wallet-connection.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { readPart, wholeOf, wholeText } from './closed-part.ts';
import { firstLimit } from './first-limit.ts';
import { useGivenAway } from './LimitField.tsx';
import { isOccupied } from './Occupied.tsx';
import { reasonText } from './quotation-texts.ts';
import { FIRST_WINDOW } from './WindowSelect.tsx';

export interface AskMakersProps {
  row: PositionRow;
  account: string;
  /**
   * True when a maker has taken over the side. The form then appears only if the account has
   * received the side again.
   */
  isClosed: boolean;
  /**
   * Called with the address of the part that was split off, once the request about the part is
   * sent. Without this function, only the whole position can be closed.
   */
  onPart: ((option: string) => void) | undefined;
  /** Reads the requests again. The form is replaced once there is an open request. */
  onRead: () => void;
}

interface Entered {
  /** Number of the position's contracts when the user typed the numbers. */
  readonly of: bigint;
  readonly size: string | undefined;
  readonly typed: string | undefined;
}
const NOTHING_ENTERED = { size: undefined, typed: undefined };

/**
 * Number of checks whether the worker has verified a position, and the milliseconds between two
 * checks.
 */
const VERIFY_TRIES = 15;
const VERIFY_MS = 1_000;
/** Milliseconds between two checks whether makers can be asked. */
const OCCUPIED_MS = 3_000;

/** Returns the typed request about a position, and whether makers can be asked. */
export function useAskMakers(props: AskMakersProps) {
  const { row, account, onPart } = props;
  const { token, side, address: option } = row;
  const call = useWalletCall();
  const areHidden = useIsHidden();
  const { view } = useOrderList();
  const now = secondsOf(useNow(MINUTE_MS));
  const costs = useActionCosts(account, row);
  const canSplit = costs.data?.network.some(({ action }) => action === 'split');
  const [entered, setEntered] = useState<Entered>();
  // Numbers that were typed for the whole position don't apply after a split.
  const { size, typed } = entered?.of === row.contracts ? entered : NOTHING_ENTERED;
  const enter = (change: Partial<Entered>) =>
    setEntered({ of: row.contracts, size, typed, ...change });
  const part = size === undefined ? wholeOf(row) : readPart(row, size);
  const { count } = part ?? wholeOf(row);
  const share = (units: bigint | undefined) => shareOf(units, count, row.contracts);
  const mark = share(row.mark);
  const price = share(row.model?.value);
  const hasFewMakers = (row.volatilityMakers ?? 0) < MIN_MAKERS;
  const isSale = side === 'buyer';
  const first =
    areHidden || price === undefined || hasFewMakers
      ? ''
      : firstLimit(price, isSale, token.decimals);
  const [minutes, setMinutes] = useState<number>(FIRST_WINDOW);
  const limitText = typed ?? first;
  const limit = parseAmount(limitText, token.decimals, decimalMark());
  const isLimit = limit !== undefined && (limit > 0n || isSale);
  const given = useGivenAway({ amount: limit, mark, isSale });
  const quotes = bookQuotes(
    {
      ...row,
      strikes: row.strikes.map(toNumber8),
      contracts: contracts(count),
      decimals: token.decimals,
    },
    { rows: view?.rows ?? [], spot: view?.spot[row.asset ?? ''], now },
  );
  const request = { account, option, side, window: minutes * 60 };
  const ask = useAction(async () => {
    const least = isSale && limit !== undefined ? premiumOfSale(row, limit, count) : limit;
    const asked = { ...request, contracts: contracts(count), limit: tokenAmount(least ?? 0n) };
    const collateral = part?.collateral;
    try {
      if (collateral === undefined) await call('quotations.requestClose', asked);
      else onPart?.((await call('quotations.requestPart', { ...asked, collateral })).part);
    } catch (error) {
      throw error instanceof Error ? new Error(reasonText(error)) : error;
    }
  });
  const trial = useQuery({
    queryKey: ['can ask makers', account, row.key],
    queryFn: () =>
      call('quotations.tryClose', {
        ...request,
        contracts: row.contracts,
        limit: tokenAmount(1n),
      }).catch((error) => {
        // The account has an open request. The request replaces the form.
        if (isOccupied(error)) props.onRead();
        throw error;
      }),
    // The worker verifies a part that was just split off, and all positions after a restart. The
    // check is off while the page asks makers, because the check would find the page's own request.
    enabled: row.verification === 'verified' && !ask.isRunning,
    refetchInterval: ({ state }) => (isOccupied(state.error) ? OCCUPIED_MS : false),
    retry: (count, error) =>
      count < VERIFY_TRIES && error instanceof WalletFailure && error.code === 'notPossible',
    retryDelay: VERIFY_MS,
    gcTime: 0,
  });
  return {
    ask,
    /** The reason why makers can't be asked; null if they can. */
    refusal: trial.error,
    isAllowed: trial.isSuccess,
    tryAgain: () => void trial.refetch(),
    part,
    costs: costs.data,
    mark,
    isSale,
    hasFewMakers,
    given,
    quotes,
    minutes,
    setMinutes,
    sizeText: size ?? (areHidden ? '' : wholeText(row)),
    limitText,
    isLimit,
    isReady: isLimit && part !== undefined && given.isReady && !trial.isPending,
    canSplit: canSplit ?? (costs.isError ? false : undefined),
    onSize: (text: string) => enter({ size: text }),
    onLimit: (text: string) => enter({ typed: text }),
  };
}

/** Returns the absolute share of `units` for `count` of `all` contracts; undefined for zero. */
function shareOf(units: bigint | undefined, count: bigint, all: bigint): bigint | undefined {
  const share = ((units ?? 0n) * count) / all;
  if (share === 0n) return undefined;
  return share < 0n ? -share : share;
}

/**
 * Returns the premium from which at least `net` remains after the fee at the current spot price.
 */
function premiumOfSale({ product: name, spot }: PositionRow, net: bigint, count: bigint) {
  return premiumFor(tokenAmount(net), {
    contracts: contracts(count),
    isQuoteCollateral: name === undefined || product(name).isQuoteCollateral,
    spot: name === undefined || spot?.source !== 'chain' ? undefined : spot.price,
  });
}
