import { i18n } from '#i18n';
import type { BalanceView, PortfolioView } from '../../../../shared/messages/portfolio.ts';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { centsText, tokenText } from '../../../texts/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { centsOf } from './cents-of.ts';
import { ReceiverField } from './ReceiverField.tsx';
import { balanceKey, useSend } from './use-send.ts';

/** Sends the network's coin or a token. The approval window follows, as for every transaction. */
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

function SendForm(props: { portfolio: PortfolioView; onSent: () => void }) {
  return <SendView {...useSend(props.portfolio, props.onSent)} />;
}

const placeOf = ({ name, network }: BalanceView) =>
  network === 'Base' ? name : i18n.t('home.coinOnNetwork', { name, network });

export function SendView(props: ReturnType<typeof useSend>) {
  const { balance, balances, send, fillMost } = props;
  const hidden = useHidden();
  if (balance === undefined) return null;
  return (
    <Form
      className="gap-4"
      action={send}
      isReady={props.isReady}
      onSubmit={() => void send.run()}
      button={i18n.t('send.review')}
      busy={i18n.t('send.confirming')}
      wide
    >
      <ReceiverField
        to={props.to}
        label={i18n.t('send.to')}
        placeholder={i18n.t('send.receiverHint')}
        looking={i18n.t('send.lookingUp')}
      />
      <Select
        label={i18n.t('send.asset')}
        options={balances.map((row) => ({
          value: balanceKey(row),
          text: `${row.symbol} · ${hidden(tokenText(row.amount, row))} · ${placeOf(row)}`,
        }))}
        value={balanceKey(balance)}
        onPick={props.pick}
      />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={i18n.t('send.amount')}
            inputMode="decimal"
            placeholder="0"
            value={props.typed}
            isNeeded
            problem={props.problem}
            hint={amountHint(props.amount, balance, hidden)}
            onType={props.setTyped}
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
