import { ExternalLink } from 'lucide-react';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { formatUtc, shortAddress } from '../../../shared/format.ts';
import type { ActivityEntry } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ageOf } from '../../ui/times.ts';
import { explorerLink, isPending, signOf } from './status.ts';

/** One thing that was signed or sent. */
export function ActivityRow({ entry, now }: { entry: ActivityEntry; now: number }) {
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const chainId = entry.chainId ?? CHAIN_ID;
  const network = networks.find((one) => one.chainId === chainId);
  const accounts =
    vault?.status === 'unlocked' ? vault.wallets.flatMap((wallet) => wallet.accounts) : [];
  const isBy = ({ address }: { address: string }) =>
    address.toLowerCase() === entry.account.toLowerCase();
  const account = accounts.find(isBy)?.name ?? shortAddress(entry.account);
  const { words, Icon, tone } = signOf(entry);
  const facts = [
    entry.origin === '' ? 'in the wallet' : entry.origin,
    ...(accounts.length > 1 ? [account] : []),
    ...(chainId === CHAIN_ID ? [] : [network?.name ?? `chain ${chainId}`]),
  ];
  return (
    <li className="flex gap-3 px-4 py-3" data-status={entry.status}>
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="break-words text-sm font-medium">{entry.words}</p>
        <p className="text-xs text-muted">
          {words === '' ? null : <span className={tone}>{words}</span>}
          {words === '' ? '' : ' · '}
          <time title={formatUtc(Math.floor(entry.at / 1000))}>{ageOf(entry.at, now)}</time>
        </p>
        <p className="break-all text-xs text-muted">{facts.join(' · ')}</p>
        {entry.reason === undefined ? null : (
          <p className="mt-1 break-words text-xs text-bad">{entry.reason}</p>
        )}
        {entry.hash === undefined ? null : (
          <HashLine hash={entry.hash} link={explorerLink(network, entry.hash)} />
        )}
        {isPending(entry) ? <Replacing id={entry.id} /> : null}
      </div>
    </li>
  );
}

function HashLine({ hash, link }: { hash: string; link: string | undefined }) {
  return (
    <p className="flex items-center text-xs text-muted">
      <span title={hash}>{shortAddress(hash)}</span>
      <CopyButton value={hash} label="Copy hash" />
      {link === undefined ? null : (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 rounded-md px-1 text-accent hover:underline"
        >
          Explorer <ExternalLink aria-hidden size={12} />
        </a>
      )}
    </p>
  );
}

/** A transaction that waits can be paid more for, or replaced by one that does nothing. */
function Replacing({ id }: { id: string }) {
  const call = useWalletCall();
  const replace = useAction((topic: 'transactions.speedUp' | 'transactions.cancel') =>
    call(topic, { id }),
  );
  return (
    <div className="mt-2 flex flex-col gap-1">
      <div className="flex gap-2">
        <Button
          kind="quiet"
          disabled={replace.isRunning}
          onClick={() => void replace.run('transactions.speedUp')}
        >
          Speed up
        </Button>
        <Button
          kind="plain"
          disabled={replace.isRunning}
          onClick={() => void replace.run('transactions.cancel')}
        >
          Cancel it
        </Button>
      </div>
      {replace.problem === undefined ? null : <p className="text-xs text-bad">{replace.problem}</p>}
    </div>
  );
}
