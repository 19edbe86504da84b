import { i18n } from '#i18n';
import { reserveNamed } from '../../../shared/chain/lending.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { wholeMoney } from './ticket-texts.ts';

/** Says what the account holds after a conversion whose fill didn't follow, with the way back. */
export function ConvertedMoney({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const back = useAction((token: string) => call('funds.back', { token }));
  const forms = reserveNamed(fill.token.symbol);
  const last = fill.preparations.findLast(
    ({ kind, hash }) => hash !== undefined && (kind === 'wrap' || kind === 'supply'),
  );
  if (fill.stage !== 'failed' || forms === undefined || last === undefined) return null;
  const held = last.kind === 'supply' ? forms.receipt : forms.asset;
  const asset = forms.asset.symbol === 'WETH' ? 'ETH' : forms.asset.symbol;
  return (
    <section
      className="flex flex-col gap-2 rounded-xl border border-line bg-raised p-3 text-sm"
      data-testid="converted-money"
    >
      <p>{i18n.t('funds.converted', { amount: wholeMoney(BigInt(last.amount), held) })}</p>
      {back.problem === undefined ? null : <Notice tone="bad">{back.problem}</Notice>}
      <Button kind="quiet" disabled={back.isRunning} onClick={() => void back.run(held.address)}>
        {i18n.t('funds.back', { asset })}
      </Button>
    </section>
  );
}
