import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { exactAmount, formatUtc } from '../../shared/format.ts';
import type { TicketView } from '../../shared/messages/market.ts';
import { PayoffChart } from '../charts/PayoffChart.tsx';
import { useAction } from '../hooks/use-action.ts';
import { useNow } from '../hooks/use-now.ts';
import { useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { leftUntil } from '../ui/times.ts';

/** One order: choose a size, see every figure, fill it. */
export function OrderTicket(props: { digest: string; onBack: () => void; onFilled: () => void }) {
  const { digest, onBack, onFilled } = props;
  const call = useWalletCall();
  const [size, setSize] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const now = useNow();
  const { data, error } = useQuery({
    queryKey: ['ticket', digest, size],
    queryFn: () =>
      call('orders.quote', { digest, ...(size === undefined ? {} : { contracts: size }) }),
    placeholderData: (previous) => previous,
  });
  const [hash, setHash] = useState<string>();
  const fill = useAction(async (ticket: TicketView) => {
    const sent = await call('orders.fill', { digest, contracts: ticket.contracts });
    setHash(sent.hash);
  });
  const header = (
    <header className="flex items-center gap-2">
      <button
        type="button"
        aria-label="Back to the orders"
        onClick={onBack}
        className="rounded-lg p-1.5 hover:bg-raised"
      >
        <ChevronLeft aria-hidden size={18} />
      </button>
      <h1 className="text-base font-semibold">
        {data === undefined
          ? 'Order'
          : `${data.row.side === 'buy' ? 'Buy' : 'Sell'} ${data.row.asset} ${data.row.structure.toLowerCase()}`}
      </h1>
    </header>
  );
  if (data === undefined) {
    return (
      <div className="flex flex-col gap-4 p-4">
        {header}
        {error === null ? <Spinner /> : <Notice tone="bad">{error.message}</Notice>}
      </div>
    );
  }
  if (hash !== undefined) return <Sent ticket={data} hash={hash} onDone={onFilled} />;
  const isOver = data.row.quoteEnds <= now / 1000;
  const change = (text: string) => {
    setTyped(text);
    const parsed = parseContracts(text, data.decimals);
    if (parsed !== undefined) setSize(parsed.toString());
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      {header}
      <p className="text-xs text-muted">
        {data.row.strikes.map((strike) => `$${strike.toLocaleString('en-US')}`).join(' · ')} ·
        expires {formatUtc(data.row.expiry)} · quote{' '}
        {isOver ? 'is over' : `ends in ${leftUntil(data.row.quoteEnds, now)}`}
      </p>
      <PayoffChart picture={data.picture} label="Profit and loss at expiry" />
      <Field
        label="Contracts"
        inputMode="decimal"
        value={typed ?? exactAmount(BigInt(data.contracts), data.decimals)}
        onChange={(event) => change(event.target.value)}
        hint={`Up to ${exactAmount(BigInt(data.maxContracts), data.decimals)}. You hold ${data.balance}.`}
      />
      <div className="flex gap-2">
        {[25, 50, 75, 100].map((percent) => (
          <Button
            key={percent}
            kind="quiet"
            className="min-h-8 flex-1 px-0"
            onClick={() => {
              const part = (BigInt(data.maxContracts) * BigInt(percent)) / 100n;
              setSize(part.toString());
              setTyped(undefined);
            }}
          >
            {percent === 100 ? 'Max' : `${percent}%`}
          </Button>
        ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm">
        <Figure label="Premium" value={data.premium} />
        <Figure label="Fee, inside it" value={data.fee} />
        {data.collateral === undefined ? null : (
          <Figure label="Collateral you lock" value={data.collateral} />
        )}
        <Figure label="Max profit" value={data.maxProfit} />
        <Figure label="Max loss" value={data.maxLoss} />
        <Figure label="Break-even" value={data.breakEvens.join(' · ') || '—'} />
      </dl>
      {data.obstacles.map((obstacle) => (
        <Notice key={obstacle} tone="warn">
          {obstacle}
        </Notice>
      ))}
      {isOver ? <Notice tone="warn">The quote has expired. Pick a newer one.</Notice> : null}
      {fill.problem === undefined ? null : <Notice tone="bad">{fill.problem}</Notice>}
      <Button
        wide
        disabled={fill.isRunning || isOver || data.obstacles.length > 0}
        onClick={() => void fill.run(data)}
      >
        {fill.isRunning
          ? 'Confirm in the approval window…'
          : data.needsApproval
            ? 'Approve the exact amount and fill'
            : 'Fill'}
      </Button>
    </div>
  );
}

/** After the second signature: what was sent, and where it shows up. */
function Sent(props: { ticket: TicketView; hash: string; onDone: () => void }) {
  const { row, contractsText } = props.ticket;
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 p-8 text-center">
      <CircleCheck aria-hidden size={40} className="text-good" />
      <h1 className="text-lg font-semibold">Your fill is on its way</h1>
      <p className="text-sm text-pretty text-muted">
        {row.side === 'buy' ? 'Bought' : 'Sold'} {contractsText} × {row.asset}{' '}
        {row.structure.toLowerCase()}. The position appears as soon as the chain has mined it.
      </p>
      <p className="max-w-full truncate text-xs text-muted" title={props.hash}>
        {props.hash}
      </p>
      <Button onClick={props.onDone}>See positions</Button>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium">{value}</dd>
    </>
  );
}

/** Typed text to base units, cut to the collateral's decimals; nothing for what is no number. */
function parseContracts(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,30})(?:[.,](\d*))?$/.exec(text.trim());
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').slice(0, decimals).padEnd(decimals, '0');
  return BigInt(`${match[1]}${fraction}`);
}
