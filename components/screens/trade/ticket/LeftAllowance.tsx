import { i18n } from '#i18n';
import { worthSymbol } from '../../../../shared/chain/lending.ts';
import { type FillView, isBeingRevoked } from '../../../../shared/messages/ticket.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { wholeMoney } from './ticket-texts.ts';

/** Shows the allowances that remain after a fill. */
export function LeftAllowance({ fill }: { fill: FillView }) {
  return (
    <>
      {fill.dust?.map(({ of, amount }) => (
        <p key={of} className="text-xs text-muted" data-testid="dust-allowance">
          {i18n.t('progress.dustLeft', { amount: amountLeft(fill, of, amount) })}
        </p>
      ))}
      <Revocable fill={fill} />
    </>
  );
}

/** Lists allowances that should be revoked, with a button that revokes them. */
function Revocable({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const revoke = useAction(() => call('fills.revoke', { id: fill.id }));
  if (fill.left.length === 0)
    return fill.revocation === 'done' ? <Notice>{i18n.t('progress.revoked')}</Notice> : null;
  return (
    <section
      className="flex flex-col gap-2 rounded-xl border border-warn bg-warn-soft p-3 text-sm"
      data-testid="left-allowance"
    >
      {fill.left.map((left) => (
        <p key={left.of}>{leftText(fill, left)}</p>
      ))}
      {fill.revocation === 'failed' ? (
        <p className="font-semibold">{i18n.t('progress.revokeFailed')}</p>
      ) : null}
      <Notice tone="bad">{revoke.problem}</Notice>
      {isBeingRevoked(fill) ? (
        <p role="status">
          {i18n.t(fill.revocation === 'asked' ? 'progress.revokeAsked' : 'progress.revokeSent')}
        </p>
      ) : (
        <ActionButton action={revoke} kind="quiet">
          {i18n.t('progress.revoke')}
        </ActionButton>
      )}
    </section>
  );
}

type Left = FillView['left'][number];

function amountLeft({ token }: FillView, of: Left['of'], amount: string): string {
  const { decimals, symbol } = token;
  const units = of === 'pool' ? worthSymbol(symbol) : symbol;
  return wholeMoney(BigInt(amount), { symbol: units, decimals });
}

function leftText(fill: FillView, { of, amount }: Left): string {
  if (amount === undefined) return i18n.t('progress.allowanceLeftUnknown');
  const left = { amount: amountLeft(fill, of, amount) };
  return of === 'pool'
    ? i18n.t('progress.poolAllowanceLeft', left)
    : i18n.t('progress.allowanceLeft', left);
}
