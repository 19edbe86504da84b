import { useCallback } from 'react';
import { defaultSize } from '../../../shared/desk/default-size.ts';
import type { Size } from '../../../shared/orders/ticket.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { firstSize, type Ticket } from '../trade/ticket/ticket-model.ts';

/** Returns a function for a ticket's first size: the user's default size, or `firstSize`. */
export function useDefaultSize(): (ticket: Ticket) => Size {
  const { size } = useDeskChoices().choices;
  const balanceCents = useSnapshot(({ portfolio }) => portfolio?.totalUsdCents);
  return useCallback(
    (ticket: Ticket) => {
      const most = ticket.largest > 0n ? ticket.largest : ticket.budget;
      if (size === undefined || most === 0n) return firstSize(ticket);
      return defaultSize(size, ticket.offer, { most, balanceCents }) ?? firstSize(ticket);
    },
    [size, balanceCents],
  );
}
