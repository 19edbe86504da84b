import { useState } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../shared/format.ts';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';

const MAX_NAMED = 3;

function MissingAccounts({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  const named = addresses.slice(0, MAX_NAMED).map((address) => shortAddress(address));
  const rest = addresses.length - named.length;
  const accounts = rest === 0 ? named.join(', ') : `${named.join(', ')} (+${rest})`;
  return (
    <Notice tone="warn">
      <span title={addresses.slice(0, MAX_NAMED).join(' ')}>
        {i18n.t('approvals.missingAccounts', addresses.length, { accounts })}
      </span>
    </Notice>
  );
}

/** Asks which accounts a site may see (EIP-1102). */
export function ConnectCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'connect' }>;
    onConnect: (accounts: string[]) => void;
  },
) {
  const { view } = props;
  const [chosen, setChosen] = useState(view.chosen);
  const toggle = (address: string) =>
    setChosen(
      chosen.includes(address) ? chosen.filter((one) => one !== address) : [...chosen, address],
    );
  return (
    <ApprovalFrame
      {...props}
      title={i18n.t('approvals.connectTitle')}
      confirm={i18n.t('approvals.connect')}
      isBlocked={chosen.length === 0}
      onConfirm={view.accounts.length === 0 ? undefined : () => props.onConnect([...chosen])}
    >
      <p className="text-sm text-muted">{i18n.t('approvals.connectMeans')}</p>
      <MissingAccounts addresses={view.missing} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-xs font-semibold text-muted">
          {i18n.t('approvals.accounts')}
        </legend>
        {view.accounts.map(({ address, name }) => (
          <label
            key={address}
            className="flex cursor-pointer items-center gap-3 rounded-xl border border-line bg-surface px-3 py-2.5"
          >
            <input
              type="checkbox"
              className="accent-accent"
              checked={chosen.includes(address)}
              onChange={() => toggle(address)}
            />
            <Identicon address={address} size={28} />
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium">{name}</span>
              <span className="block text-xs text-muted" title={address}>
                {shortAddress(address)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {view.accounts.length === 0 ? (
        <Notice tone="warn">{i18n.t('approvals.noWallet')}</Notice>
      ) : null}
    </ApprovalFrame>
  );
}
