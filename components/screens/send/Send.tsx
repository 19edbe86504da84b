import { useState } from 'react';
import { exactAmount, formatAmount, formatCents } from '../../../shared/format.ts';
import type { BalanceView, PortfolioView } from '../../../shared/messages/snapshot.ts';
import { parseAmount } from '../../../shared/parse-amount.ts';
import { useAction } from '../../hooks/use-action.ts';
import { type Receiver, useReceiver } from '../../hooks/use-receiver.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { ReceiverFacts } from './ReceiverFacts.tsx';
import { ReceiverList } from './ReceiverList.tsx';

/** Sends the chain's coin or a token; the approval window comes after, as for every transaction. */
export function Send(props: { onBack: () => void; onSent: () => void }) {
  const portfolio = useSnapshot((snapshot) => snapshot.portfolio);
  const isWatched = useSnapshot(
    ({ vault, selected }) =>
      vault.status === 'unlocked' &&
      vault.wallets.some(({ accounts }) =>
        accounts.some(({ address, kind }) => address === selected && kind === 'watch'),
      ),
  );
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title="Send" onBack={props.onBack} />
      {isWatched ? (
        <Notice tone="warn">
          This account is watched only: its key is not in the vault, so it cannot send.
        </Notice>
      ) : portfolio === undefined ? (
        <p className="text-sm text-muted">Reading balances…</p>
      ) : (
        <Form portfolio={portfolio} onSent={props.onSent} />
      )}
    </div>
  );
}

const keyOf = ({ chainId, token }: BalanceView) => `${chainId}:${token ?? ''}`;

function Form({ portfolio, onSent }: { portfolio: PortfolioView; onSent: () => void }) {
  const call = useWalletCall();
  const { balances, account } = portfolio;
  const [chosen, setChosen] = useState('');
  const [amountText, setAmountText] = useState('');
  const [to, setTo] = useState('');
  /** The address whose danger was acknowledged: another one starts anew. */
  const [acknowledged, setAcknowledged] = useState<string>();
  const receiver = useReceiver(to, account);
  const balance = balances.find((row) => keyOf(row) === chosen) ?? balances[0];
  const send = useAction(async (row: BalanceView, address: string, amount: bigint) => {
    await call('transactions.send', {
      chainId: row.chainId,
      to: address,
      amount: amount.toString(),
      ...(row.token === undefined ? {} : { token: row.token }),
    });
    onSent();
  });
  const fillMost = useAction(async (row: BalanceView) => {
    const most =
      row.token === undefined
        ? (
            await call('transactions.most', {
              chainId: row.chainId,
              to: receiver?.address ?? account,
            })
          ).amount
        : row.amount;
    setAmountText(exactAmount(BigInt(most), row.decimals));
  });
  if (balance === undefined) return null;
  const amount = parseAmount(amountText, balance.decimals);
  const problem = amountProblem(amountText, amount, balance);
  const isReady =
    amount !== undefined &&
    problem === undefined &&
    isUsable(receiver) &&
    (receiver.lookAlike === undefined || acknowledged === receiver.address);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send.run(balance, receiver.address, amount);
      }}
    >
      <div className="flex flex-col gap-2">
        <Field
          label="To"
          placeholder="Address, contact or name"
          value={to}
          spellCheck={false}
          autoComplete="off"
          problem={receiver?.refusal}
          hint={receiver?.isLooking ? 'Looking the name up…' : undefined}
          onChange={(event) => setTo(event.target.value)}
        />
        {isUsable(receiver) ? (
          <ReceiverFacts
            receiver={receiver}
            isAcknowledged={acknowledged === receiver.address}
            onAcknowledge={(isGiven) => setAcknowledged(isGiven ? receiver.address : undefined)}
          />
        ) : (
          <ReceiverList typed={to} from={account} onPick={setTo} />
        )}
      </div>
      <Select
        label="What"
        value={keyOf(balance)}
        onChange={(event) => {
          setChosen(event.target.value);
          setAmountText('');
        }}
      >
        {balances.map((row) => (
          <option key={keyOf(row)} value={keyOf(row)}>
            {row.symbol} · {formatAmount(BigInt(row.amount), row.decimals)} · {row.name}
            {row.network === 'Base' ? '' : ` on ${row.network}`}
          </option>
        ))}
      </Select>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Amount"
            inputMode="decimal"
            placeholder="0"
            autoComplete="off"
            value={amountText}
            problem={problem ?? fillMost.problem}
            hint={amountHint(amount, balance)}
            onChange={(event) => setAmountText(event.target.value)}
          />
        </div>
        <Button
          kind="quiet"
          className="mt-6"
          disabled={fillMost.isRunning}
          onClick={() => void fillMost.run(balance)}
        >
          Max
        </Button>
      </div>
      {send.problem === undefined ? null : <Notice tone="bad">{send.problem}</Notice>}
      <Button type="submit" wide disabled={!isReady || send.isRunning}>
        {send.isRunning ? 'Confirm it in the window…' : 'Review and confirm'}
      </Button>
    </form>
  );
}

function isUsable(receiver: Receiver | undefined): receiver is Receiver & { address: string } {
  return receiver?.address !== undefined;
}

function amountProblem(
  text: string,
  amount: bigint | undefined,
  balance: BalanceView,
): string | undefined {
  if (text === '') return undefined;
  if (amount === undefined) {
    return `Write it like 1234.5, with at most ${balance.decimals} decimals.`;
  }
  if (amount === 0n) return 'This sends nothing.';
  return amount > BigInt(balance.amount) ? `You have less ${balance.symbol} than that.` : undefined;
}

/** What the amount is worth, by the price that the balance is shown with. */
function amountHint(amount: bigint | undefined, balance: BalanceView): string | undefined {
  const has = `You have ${formatAmount(BigInt(balance.amount), balance.decimals)} ${balance.symbol}`;
  if (amount === undefined || balance.usdCents === undefined || balance.amount === '0') return has;
  return `About ${formatCents((amount * BigInt(balance.usdCents)) / BigInt(balance.amount))}. ${has}`;
}
