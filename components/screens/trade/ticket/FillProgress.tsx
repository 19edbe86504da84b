import { i18n } from '#i18n';
import { type FillView, isBeingRevoked, isMined } from '../../../../shared/messages/ticket.ts';
import { type FillFailureCode, isFillRevert } from '../../../../shared/orders/failures.ts';
import { price8 } from '../../../../shared/units.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useKey } from '../../../hooks/use-key.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { describeCallFailure } from '../../../texts/describe-call-failure.ts';
import { amountText } from '../../../texts/numbers.ts';
import { orderFinding } from '../../../texts/order-finding.ts';
import { payCoin } from '../../../texts/payments.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { BecameSmart } from './BecameSmart.tsx';
import { ConvertedMoney } from './ConvertedMoney.tsx';
import { FillSteps } from './FillSteps.tsx';
import { Interrupted } from './Interrupted.tsx';
import { LateNode } from './LateNode.tsx';
import { LeftAllowance } from './LeftAllowance.tsx';
import { Proof } from './Proof.tsx';
import { PriceChange } from './QuoteLife.tsx';
import { sentenceOf } from './ticket-texts.ts';

interface Ways {
  readonly onBack: () => void;
  /** Label of the button for another try. Default: back to the ticket. */
  readonly again?: string | undefined;
  /** Returns to the ticket for another try. Undefined if the page itself offers another try. */
  readonly onAgain: ((fill: FillView) => void) | undefined;
  readonly onPositions: () => void;
}

/**
 * Shows the progress of a fill, the result that the receipt proves, or the reason why the fill
 * failed. The fill continues without this page.
 */
export function FillProgress(props: Ways & { id: string }) {
  const call = useWalletCall();
  const fill = useSnapshot(({ fills }) => fills.find(({ id }) => id === props.id));
  /**
   * Once the user has seen a failure or a difference, other pages stop linking to the fill. If that
   * can't be stored, the user leaves all the same.
   */
  const seen = async () => {
    if (fill !== undefined && isToBeSeen(fill))
      await call('fills.dismiss', { id: fill.id }).catch(() => undefined);
  };
  const leave = useAction(async (go: () => void) => {
    await seen();
    go();
  });
  const { onBack, onAgain } = props;
  const goBack = () => void leave.run(onBack);
  useKey('Escape', goBack);
  return (
    <div data-fill={props.id} className="flex min-h-full flex-col gap-3 p-4 pb-0">
      <PageHeader
        title={fill === undefined ? i18n.t('progress.title') : headingOf(fill)}
        backLabel={i18n.t('ui.back')}
        onBack={goBack}
        isFocused
      />
      {fill === undefined ? (
        <Notice>{i18n.t('progress.gone')}</Notice>
      ) : (
        <Progress
          fill={fill}
          onBack={goBack}
          again={props.again}
          onAgain={onAgain && (() => void leave.run(() => onAgain(fill)))}
          onPositions={props.onPositions}
        />
      )}
    </div>
  );
}

function Progress(props: Ways & { fill: FillView }) {
  const { fill, onBack, onAgain, onPositions, again = i18n.t('progress.again') } = props;
  const isOver = isMined(fill) || fill.stage === 'failed' || fill.stage === 'replaced';
  const detail = detailOf(fill.failure);
  return (
    <>
      <p className="-mt-2 text-sm text-muted">
        {sentenceOf(fill, amountText(BigInt(fill.contracts), fill.token.decimals))}
      </p>
      <FillSteps fill={fill} />
      <LateNode fill={fill} />
      <Interrupted fill={fill} />
      <ReplacedQuote fill={fill} onLeave={onBack} />
      {fill.failure === undefined ? null : (
        <Notice tone={fill.failure.code === 'rejected' ? 'info' : 'bad'}>
          <p>{failureText(fill.failure.code, fill.hash !== undefined)}</p>
          {detail === undefined ? null : (
            <details className="mt-1 text-xs">
              <summary className="cursor-pointer">{i18n.t('progress.details')}</summary>
              <p className="font-mono break-words">{detail}</p>
            </details>
          )}
          {fill.becameSmart === true ? <BecameSmart /> : null}
          {fill.gasSpent === undefined ? null : (
            <p className="mt-1 text-xs" data-testid="gas-spent">
              {i18n.t('progress.gasSpent', {
                amount: payCoin(BigInt(fill.gasSpent), GAS_FRACTION),
                token: COIN.symbol,
              })}
            </p>
          )}
        </Notice>
      )}
      <ConvertedMoney fill={fill} />
      <LeftAllowance fill={fill} />
      {fill.stage === 'unproved' ? <Unproved id={fill.id} /> : null}
      {fill.proof === undefined ? null : <Proof fill={fill} proof={fill.proof} />}
      <footer className="stuck-below -mx-4 mt-auto flex flex-col gap-2 border-t border-line bg-ground px-4 py-3 empty:hidden">
        {isOver ? null : (
          <p className="text-center text-xs text-muted">{i18n.t('progress.mayLeave')}</p>
        )}
        {isMined(fill) ? (
          <Button onClick={onPositions}>{i18n.t('progress.positions')}</Button>
        ) : null}
        {fill.stage === 'failed' ? (
          <>
            {onAgain === undefined ? null : <Button onClick={() => onAgain(fill)}>{again}</Button>}
            <Button kind="quiet" onClick={onBack}>
              {i18n.t('ticket.backToOrders')}
            </Button>
          </>
        ) : null}
      </footer>
    </>
  );
}

/** The coin that pays fees on Base. */
const COIN = { symbol: 'ETH', decimals: 18 };
/** Decimals shown for a fee. A transaction on Base costs a few millionths of a coin. */
const GAS_FRACTION = 9;

/**
 * Warns the user not to fill again while the fill is in a block but no node returns its receipt.
 */
function Unproved({ id }: { id: string }) {
  const call = useWalletCall();
  const look = useAction(() => call('fills.prove', { id }));
  return (
    <section className="flex flex-col gap-2 rounded-xl border border-warn bg-warn-soft p-3 text-sm">
      <h2 className="font-semibold">{i18n.t('progress.unprovedCare')}</h2>
      <p>{i18n.t('progress.unprovedWhy')}</p>
      <Notice tone="bad">{look.problem}</Notice>
      <ActionButton action={look} kind="quiet">
        {i18n.t('progress.lookAgain')}
      </ActionButton>
    </section>
  );
}

/** Asks whether a newer quote may replace the quote that has ended, at the newer price. */
export function ReplacedQuote({ fill, onLeave }: { fill: FillView; onLeave?: () => void }) {
  const call = useWalletCall();
  const { id, newer } = fill;
  const accept = useAction((digest: string) => call('fills.accept', { id, digest }));
  const decline = useAction(async () => {
    await call('fills.dismiss', { id });
    onLeave?.();
  });
  const isBusy = accept.isRunning || decline.isRunning || isBeingRevoked(fill);
  if (newer === undefined) return null;
  return (
    <section className="flex flex-col gap-2 rounded-xl border border-warn bg-warn-soft p-3 text-sm">
      <h2 className="font-semibold">{replacedText(fill)}</h2>
      <p>{i18n.t('progress.replacedWhy')}</p>
      <PriceChange
        from={price8(BigInt(fill.price))}
        to={price8(BigInt(newer.price))}
        traded={fill}
      />
      <Notice tone="bad">{accept.problem ?? decline.problem}</Notice>
      <div className="grid grid-cols-2 gap-2">
        <Button kind="quiet" disabled={isBusy} onClick={() => void decline.run()}>
          {i18n.t('progress.leaveIt')}
        </Button>
        <Button disabled={isBusy} onClick={() => void accept.run(newer.digest)}>
          {i18n.t('progress.takeIt')}
        </Button>
      </div>
    </section>
  );
}

/** Returns the text of a failure. The text for a revert mentions the network fee. */
export function failureText(code: FillFailureCode, isSent: boolean): string {
  return i18n.t(isSent && isFillRevert(code) ? `fill.reverted.${code}` : `fill.failure.${code}`);
}

/** Returns the failed check of the order, or the chain's error message. */
function detailOf(failure: FillView['failure']): string | undefined {
  if (failure?.check !== undefined) return orderFinding(failure.check);
  return failure?.reason === undefined ? undefined : describeCallFailure(failure.reason);
}

/**
 * Returns true for a fill that failed, and for a finished fill that differs from the signed order.
 */
function isToBeSeen({ stage, proof }: FillView): boolean {
  const hasEnded = stage === 'indexed' || stage === 'not indexed';
  return stage === 'failed' || (hasEnded && isDifferent(proof));
}

function isDifferent(proof: FillView['proof']): boolean {
  return proof !== undefined && proof.differing.length > 0;
}

function replacedText({ newer }: FillView): string {
  return i18n.t(newer?.isOtherMaker === true ? 'progress.replacedByOther' : 'progress.replaced');
}

function headingOf(fill: FillView): string {
  const { stage, proof } = fill;
  if (isDifferent(proof)) return i18n.t('progress.notAsSigned');
  if (fill.interrupted !== undefined && stage !== 'mined') return i18n.t('progress.yourTurn');
  switch (stage) {
    case 'mined':
    case 'indexed':
    case 'not indexed':
      return i18n.t('progress.filled');
    case 'unproved':
      return i18n.t('progress.unproved');
    case 'failed':
      return i18n.t('progress.failed');
    case 'replaced':
      return replacedText(fill);
    case 'preparation asked':
    case 'fill asked':
      return i18n.t(fill.isSending === true ? 'progress.title' : 'progress.yourTurn');
    default:
      return i18n.t('progress.title');
  }
}
