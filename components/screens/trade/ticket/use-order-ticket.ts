import { useCallback, useEffect, useMemo, useState } from 'react';
import { contractsOfSize, type Size } from '../../../../shared/orders/ticket.ts';
import { type Contracts, type Price8, price8 } from '../../../../shared/units.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useTicket } from '../../../hooks/use-ticket.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import type { NextQuote } from './next-quote.ts';
import { firstSize, type Ticket, ticketOf, ticketPage } from './ticket-model.ts';

export interface OrderTicketProps {
  digest: string;
  size?: Size | undefined;
  /** Returns the first size, for a ticket without `size`. */
  sizeOf?: (ticket: Ticket) => Size;
  /** Called with the chosen number of contracts; zero if the typed number is unreadable. */
  onContracts?: (count: Contracts) => void;
  /** Opens the creation of a wallet, if the vault has no wallet. */
  onCreate?: (() => void) | undefined;
  onBack: () => void;
  onFilled: () => void;
}

/** Returns the order as it is quoted now, the chosen size, the review, and the fill that began. */
export function useOrderTicket(props: OrderTicketProps) {
  const { sizeOf = firstSize, onContracts } = props;
  const call = useWalletCall();
  const [digest, setDigest] = useState(props.digest);
  const [size, setSize] = useState(props.size);
  /**
   * The size under review. It stays the same even if other takers use up some of the order's
   * budget.
   */
  const [reviewed, setReviewed] = useState<Size>();
  const [wasReviewed, setWasReviewed] = useState(false);
  /** Price to which the user agreed, if a newer quote has replaced the quote with that price. */
  const [agreedPrice, setAgreedPrice] = useState<Price8>();
  const [fillId, setFillId] = useState<string>();
  const { data, error, isPlaceholderData } = useTicket(digest);
  const ticket = useMemo(() => (data === undefined ? undefined : ticketOf(data)), [data]);
  const first = useMemo(() => ticket && sizeOf(ticket), [ticket, sizeOf]);
  const shown = size ?? first;
  const count =
    ticket === undefined || shown === undefined ? undefined : contractsOfSize(ticket.offer, shown);
  useEffect(() => {
    if (count !== undefined) onContracts?.(count);
  }, [count, onContracts]);
  const start = useAction(async (contracts: Contracts, account: string) => {
    const { id } = await call('fills.start', {
      digest,
      contracts,
      agreedPrice: shownPrice ?? price8(0n),
      account,
    });
    setFillId(id);
  });
  const shownPrice = agreedPrice ?? data?.price;
  const follow = useCallback(
    (newer: string) => {
      setAgreedPrice(shownPrice);
      setDigest(newer);
    },
    [shownPrice],
  );
  const page = ticket && shown && ticketPage(ticket, reviewed ?? shown);
  return {
    ticket,
    page,
    size: shown,
    isReviewing: reviewed !== undefined,
    /** True when the user has returned from a review to the form. */
    wasReviewed,
    /** True until an order or a problem is known. */
    isReading: error === null && data === undefined,
    error,
    isChanging: isPlaceholderData,
    fillId,
    start,
    setSize,
    shownPrice,
    follow,
    takeNewer(newer: NextQuote) {
      setAgreedPrice(newer.price);
      setDigest(newer.digest);
      setReviewed(undefined);
    },
    review() {
      if (page === undefined) return;
      setAgreedPrice(data?.price);
      setReviewed({ by: 'contracts', amount: page.figures.contracts });
      setWasReviewed(true);
    },
    leaveReview: () => setReviewed(undefined),
    again() {
      setFillId(undefined);
      setReviewed(undefined);
    },
  };
}
