import { useState } from 'react';
import type { FillView } from '../../../../shared/messages/ticket.ts';
import { FillProgress } from './FillProgress.tsx';
import { OrderTicket } from './OrderTicket.tsx';

/** Shows a fill that was opened from its line. A new try keeps the size. */
export function OpenedFill(props: { id: string; onBack: () => void; onPositions: () => void }) {
  const [again, setAgain] = useState<FillView>();
  return again === undefined ? (
    <FillProgress {...props} onAgain={setAgain} />
  ) : (
    <OrderTicket
      digest={again.digest}
      size={{ by: 'contracts', amount: BigInt(again.contracts) }}
      onBack={props.onBack}
      onFilled={props.onPositions}
    />
  );
}
