import { i18n } from '#i18n';
import { reserveNamed } from '../../../../shared/chain/lending.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { FillView } from '../../../../shared/messages/ticket.ts';
import { wentBack } from '../../../../shared/orders/conversion.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { etherOr, wholeWorth } from './ticket-texts.ts';

/** Shows money that was converted for a fill that then failed, and offers to convert it back. */
export function ConvertedMoney({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const { account, converted } = fill;
  const back = useAction((token: string) => call('funds.back', { account, token, fill: fill.id }));
  const portfolio = useSnapshot((snapshot) => snapshot.portfolio);
  const isOver = fill.stage === 'failed' || fill.stage === 'replaced';
  const forms = reserveNamed(fill.token.symbol);
  if (!isOver || forms === undefined || converted === undefined) return null;
  const held = converted.kind === 'supply' ? forms.receipt : forms.asset;
  const balance = portfolio?.balances.find(
    ({ token }) => token !== undefined && isSameAddress(token, held.address),
  );
  const amount = BigInt(converted.amount);
  if (portfolio?.account === account && wentBack(amount, balance?.amount ?? 0n)) return null;
  const asset = etherOr(forms.asset.symbol);
  return (
    <section
      className="flex flex-col gap-2 rounded-xl border border-line bg-raised p-3 text-sm"
      data-testid="converted-money"
    >
      <p>{i18n.t('funds.converted', { amount: wholeWorth(amount, held) })}</p>
      <Notice tone="bad">{back.problem}</Notice>
      {converted.kind === 'withdraw' ? null : (
        <Button kind="quiet" disabled={back.isRunning} onClick={() => void back.run(held.address)}>
          {i18n.t('funds.back', { asset })}
        </Button>
      )}
    </section>
  );
}
