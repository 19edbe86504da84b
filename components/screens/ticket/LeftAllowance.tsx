import { i18n } from '#i18n';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { wholeMoney } from './ticket-texts.ts';

/** Shows the allowance that is left after a failed fill, with a button that revokes it. */
export function LeftAllowance({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const revoke = useAction(() => call('fills.revoke', { id: fill.id }));
  if (fill.revocation === 'done') return <Notice>{i18n.t('progress.revoked')}</Notice>;
  if (!fill.canRevoke) return null;
  const isUnderWay = fill.revocation === 'asked' || fill.revocation === 'sent';
  return (
    <section
      className="flex flex-col gap-2 rounded-xl border border-warn bg-warn-soft p-3 text-sm"
      data-testid="left-allowance"
    >
      <p>
        {fill.leftover === undefined
          ? i18n.t('progress.allowanceLeftUnknown')
          : leftText(fill, BigInt(fill.leftover))}
      </p>
      {fill.revocation === 'failed' ? (
        <p className="font-semibold">{i18n.t('progress.revokeFailed')}</p>
      ) : null}
      {revoke.problem === undefined ? null : <Notice tone="bad">{revoke.problem}</Notice>}
      {isUnderWay ? (
        <p role="status">
          {i18n.t(fill.revocation === 'asked' ? 'progress.revokeAsked' : 'progress.revokeSent')}
        </p>
      ) : (
        <Button kind="quiet" disabled={revoke.isRunning} onClick={() => void revoke.run()}>
          {i18n.t('progress.revoke')}
        </Button>
      )}
    </section>
  );
}

function leftText(fill: FillView, left: bigint): string {
  const { decimals, symbol } = fill.token;
  if (fill.given !== 'pool')
    return i18n.t('progress.allowanceLeft', { amount: wholeMoney(left, fill.token) });
  const asset = worthSymbol(symbol);
  return i18n.t('progress.poolAllowanceLeft', {
    amount: wholeMoney(left, { symbol: asset, decimals }),
  });
}
