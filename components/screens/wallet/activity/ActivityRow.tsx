import { i18n } from '#i18n';
import { isPending } from '../../../../shared/activity/is-pending.ts';
import type { ActivityEntry } from '../../../../shared/activity/record.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { shortAddress } from '../../../../shared/format.ts';
import { describeActivity, describeEnd } from '../../../approvals/describe-activity.ts';
import { useAccount, useAccounts } from '../../../hooks/use-accounts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useNetwork, useNetworkName } from '../../../hooks/use-networks.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { explorerLink } from '../../../texts/explorer-link.ts';
import { payCoin } from '../../../texts/payments.ts';
import { ageOf, utcTime } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { OuterLink } from '../../../ui/OuterLink.tsx';
import { BecameSmart } from '../../trade/ticket/BecameSmart.tsx';
import { statusOf } from './status.ts';

/** Decimals shown for a fee. A transaction on Base costs a few millionths of a coin. */
const FEE_FRACTION = 9;

/** Shows one signature, transaction or connection. */
export function ActivityRow({ entry, now }: { entry: ActivityEntry; now: number }) {
  const hidden = useHidden();
  const { chainId } = entry;
  const network = useNetwork(chainId);
  const nameOf = useNetworkName();
  const accounts = useAccounts();
  const account = useAccount(entry.account)?.name ?? shortAddress(entry.account);
  const { Icon, tone, text } = statusOf(entry);
  const end = describeEnd(entry);
  const fee = 'gasCost' in entry && entry.gasCost !== undefined ? BigInt(entry.gasCost) : undefined;
  const facts = [
    entry.origin === '' ? i18n.t('activity.byYou') : entry.origin,
    ...(accounts.length > 1 ? [account] : []),
    ...(chainId === CHAIN_ID ? [] : [nameOf(chainId)]),
  ];
  return (
    <li
      className="flex gap-3 px-4 py-3"
      data-status={entry.kind === 'transaction' ? entry.status : undefined}
    >
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="break-words text-sm font-medium">{hidden(describeActivity(entry))}</p>
        <p className="text-xs text-muted">
          <span className={tone}>{text}</span>
          {' · '}
          <time title={utcTime(Math.floor(entry.at / 1000))}>{ageOf(entry.at, now)}</time>
          {fee === undefined ? null : (
            <span className="whitespace-nowrap">
              {' · '}
              {i18n.t('activity.fee', {
                amount: hidden(payCoin(fee, FEE_FRACTION)),
                coin: network?.symbol ?? '',
              })}
            </span>
          )}
        </p>
        <p className="break-all text-xs text-muted">{facts.join(' · ')}</p>
        {end === undefined ? null : <p className="mt-1 break-words text-xs text-bad">{end}</p>}
        {becameSmart(entry) ? <BecameSmart /> : null}
        {entry.kind === 'transaction' && entry.hash !== '' ? (
          <HashLine hash={entry.hash} link={explorerLink(network, entry.hash)} />
        ) : null}
        {/* A removal of code can't be cancelled: the next transaction would still remove it. */}
        {isPending(entry) ? (
          <Replacing id={entry.id} isCancellable={entry.what.kind !== 'remove code'} />
        ) : null}
      </div>
    </li>
  );
}

/** Failed calls don't undo an authorization, so the account became smart (EIP-7702). */
function becameSmart(entry: ActivityEntry): boolean {
  if (entry.kind !== 'transaction' || entry.status !== 'failed') return false;
  const { code, failure } = entry;
  if (failure?.code !== 'reverted' || code?.isChanged !== true) return false;
  return BigInt(code.delegate) !== 0n;
}

function HashLine({ hash, link }: { hash: string; link: string | undefined }) {
  return (
    <p className="flex items-center text-xs text-muted">
      <span title={hash}>{shortAddress(hash)}</span>
      <CopyButton value={hash} label={i18n.t('activity.copyHash')} />
      {link === undefined ? null : <OuterLink href={link}>{i18n.t('activity.explorer')}</OuterLink>}
    </p>
  );
}

/** Shows buttons that speed up or cancel a pending transaction. */
function Replacing({ id, isCancellable }: { id: string; isCancellable: boolean }) {
  const call = useWalletCall();
  const replace = useAction((command: 'transactions.speedUp' | 'transactions.cancel') =>
    call(command, { id }),
  );
  return (
    <div className="mt-2 flex flex-col gap-1">
      <div className="flex gap-2">
        <Button
          kind="quiet"
          disabled={replace.isRunning}
          onClick={() => void replace.run('transactions.speedUp')}
        >
          {i18n.t('activity.speedUp')}
        </Button>
        {isCancellable ? (
          <Button
            kind="plain"
            disabled={replace.isRunning}
            onClick={() => void replace.run('transactions.cancel')}
          >
            {i18n.t('activity.cancel')}
          </Button>
        ) : null}
      </div>
      {replace.problem === undefined ? null : <p className="text-xs text-bad">{replace.problem}</p>}
    </div>
  );
}
