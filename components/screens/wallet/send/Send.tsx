import { useState } from 'react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { BalanceView, PortfolioView } from '../../../../shared/messages/portfolio.ts';
import { parseAmount } from '../../../../shared/parse-amount.ts';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { type Receiver, useReceiver } from '../../../hooks/use-receiver.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { centsText, decimalMark, exactText, tokenText } from '../../../texts/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { centsOf } from './cents-of.ts';
import { ReceiverFacts } from './ReceiverFacts.tsx';
import { ReceiverList } from './ReceiverList.tsx';

/** Sends the chain's coin or a token; the approval window follows, as for every transaction. */
export function Send(props: { onBack: () => void; onSent: () => void }) {
  const portfolio = useSnapshot((snapshot) => snapshot.portfolio);
  const isWatched = useAccount()?.kind === 'watch';
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('send.send')} onBack={props.onBack} />
      {isWatched ? (
        <Notice tone="warn">{i18n.t('send.watchOnly')}</Notice>
      ) : portfolio === undefined ? (
        <p className="text-sm text-muted">{i18n.t('send.readingBalances')}</p>
      ) : (
        <SendForm portfolio={portfolio} onSent={props.onSent} />
      )}
    </div>
  );
}

const keyOf = ({ chainId, token }: BalanceView) => `${chainId}:${token ?? ''}`;
const placeOf = ({ name, network }: BalanceView) =>
  network === 'Base' ? name : i18n.t('home.coinOnNetwork', { name, network });

function SendForm({ portfolio, onSent }: { portfolio: PortfolioView; onSent: () => void }) {
  const hidden = useHidden();
  const call = useWalletCall();
  const { balances, account } = portfolio;
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState('');
  /** The address whose danger was acknowledged; another one needs a new acknowledgement. */
  const [acknowledged, setAcknowledged] = useState<string>();
  const balance = balances.find((row) => keyOf(row) === chosen) ?? balances[0];
  const receiver = useReceiver(to, account, balance?.chainId ?? CHAIN_ID);
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
        ? BigInt(
            (
              await call('transactions.most', {
                chainId: row.chainId,
                to: receiver?.address ?? account,
              })
            ).amount,
          )
        : row.amount;
    setTyped(exactText(most, row.decimals));
  });
  if (balance === undefined) return null;
  const amount = parseAmount(typed, balance.decimals, decimalMark());
  const problem = amountProblem(typed, amount, balance);
  const isReady =
    amount !== undefined &&
    problem === undefined &&
    isUsable(receiver) &&
    (receiver.lookAlike === undefined || acknowledged === receiver.address);
  return (
    <Form
      className="gap-4"
      action={send}
      isReady={isReady}
      onSubmit={() => isReady && void send.run(balance, receiver.address, amount)}
      button={i18n.t('send.review')}
      busy={i18n.t('send.confirming')}
      wide
    >
      <div className="flex flex-col gap-2">
        <Field
          label={i18n.t('send.to')}
          placeholder={i18n.t('send.receiverHint')}
          value={to}
          problem={receiver?.refusal}
          hint={receiver?.isLooking ? i18n.t('send.lookingUp') : receiver?.note}
          onType={setTo}
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
        label={i18n.t('send.asset')}
        options={balances.map((row) => ({
          value: keyOf(row),
          text: `${row.symbol} · ${hidden(tokenText(row.amount, row))} · ${placeOf(row)}`,
        }))}
        value={keyOf(balance)}
        onPick={(key) => {
          setChosen(key);
          setTyped('');
        }}
      />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={i18n.t('send.amount')}
            inputMode="decimal"
            placeholder="0"
            value={typed}
            isNeeded
            problem={problem ?? fillMost.problem}
            hint={amountHint(amount, balance, hidden)}
            onType={setTyped}
          />
        </div>
        <Button
          kind="quiet"
          className="mt-6"
          disabled={fillMost.isRunning}
          onClick={() => void fillMost.run(balance)}
        >
          {i18n.t('send.max')}
        </Button>
      </div>
    </Form>
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
    return i18n.t('send.badAmount', { decimals: balance.decimals });
  }
  if (amount === 0n) return i18n.t('send.zeroAmount');
  return amount > balance.amount ? i18n.t('send.tooMuch', { symbol: balance.symbol }) : undefined;
}

/** Value of the amount, by the price that the balance is shown with. */
function amountHint(
  amount: bigint | undefined,
  balance: BalanceView,
  hidden: (text: string) => string,
): string | undefined {
  const has = i18n.t('send.balance', {
    amount: hidden(tokenText(balance.amount, balance)),
    symbol: balance.symbol,
  });
  const cents = amount === undefined ? undefined : centsOf(amount, balance);
  return cents === undefined ? has : i18n.t('send.worth', { value: centsText(cents), has });
}
