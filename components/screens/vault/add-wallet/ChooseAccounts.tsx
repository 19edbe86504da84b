import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { ChosenAccount } from '../../../../shared/messages/commands/import.ts';
import type { AccountUse, OfferedAccount } from '../../../../shared/messages/wallet-answers.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { accountNameAt } from '../../../texts/account-names.ts';
import { codeKey } from '../../../texts/code-key.ts';
import { amountText } from '../../../texts/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Identicon } from '../../../ui/Identicon.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { chosenAtFirst, isUsed, usedFirst } from './offered-accounts.ts';

/**
 * Lets the user choose accounts of a typed phrase. Used accounts move to the top once they are
 * found.
 */
export function ChooseAccounts(props: {
  offered: readonly OfferedAccount[];
  isRunning: boolean;
  problem: string | undefined;
  /** Absent when there are no more accounts to offer. */
  onMore: (() => void) | undefined;
  onImport: (accounts: readonly ChosenAccount[]) => void;
}) {
  const { offered, isRunning } = props;
  const call = useWalletCall();
  const addresses = offered.map(({ address }) => address);
  const uses = useQuery({
    queryKey: ['account-uses', addresses],
    queryFn: () => call('wallets.uses', { addresses }),
    retry: false,
  });
  /** Undefined while the suggestion is unchanged. */
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const chosen = picked ?? chosenAtFirst(offered, uses.data);
  const accounts = offered.filter(({ address }) => chosen.has(address));
  const toggle = (address: string) => {
    const next = new Set(chosen);
    if (!next.delete(address)) next.add(address);
    setPicked(next);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="flex flex-col gap-4" data-testid="choose-accounts">
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {i18n.t('importAccounts.title')}
      </h2>
      <p role="status" className="text-sm text-muted">
        {uses.isPending
          ? i18n.t('importAccounts.lookingUp')
          : uses.isError
            ? i18n.t('importAccounts.lookUpFailed')
            : i18n.t('importAccounts.intro')}
      </p>
      <Card flush>
        <ul className="divide-y divide-line">
          {usedFirst(offered, uses.data).map((account) => (
            <li key={account.address}>
              <AccountRow
                account={account}
                use={uses.data?.find(({ address }) => address === account.address)}
                isChosen={chosen.has(account.address)}
                onToggle={() => toggle(account.address)}
              />
            </li>
          ))}
        </ul>
      </Card>
      {props.onMore === undefined ? null : (
        <Button kind="plain" disabled={isRunning} onClick={props.onMore}>
          {i18n.t('importAccounts.more')}
        </Button>
      )}
      <Notice tone="bad">{props.problem}</Notice>
      <Button
        wide
        disabled={accounts.length === 0 || isRunning}
        onClick={() => props.onImport(accounts.map(named))}
      >
        {isRunning
          ? i18n.t('ceremony.followPrompt')
          : i18n.t('importAccounts.import', accounts.length)}
      </Button>
    </section>
  );
}

function AccountRow(props: {
  account: OfferedAccount;
  use: AccountUse | undefined;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { account, use, isChosen } = props;
  const details = account.isHeld ? [i18n.t('importAccounts.held')] : tracesOf(use);
  return (
    <label className="flex items-center gap-3 px-4 py-2.5">
      <input
        type="checkbox"
        className="accent-accent"
        checked={isChosen || account.isHeld}
        disabled={account.isHeld}
        onChange={props.onToggle}
      />
      <Identicon address={account.address} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{nameOf(account)}</span>
        <span className="block text-xs text-muted">
          <span title={account.address}>{shortAddress(account.address)}</span> ·{' '}
          {i18n.t(`importAccounts.${codeKey(account.path ?? 'standard')}`)}
        </span>
      </span>
      <span className="max-w-32 text-end text-xs tabular-nums">
        {details.map((text) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
      </span>
    </label>
  );
}

/** Decimals of a balance, enough to recognize an account. */
const FRACTION = 4;

function tracesOf(use: AccountUse | undefined): string[] {
  if (use === undefined || !isUsed(use)) return [];
  return [
    ...use.balances.map(
      ({ symbol, decimals, units }) => `${amountText(BigInt(units), decimals, FRACTION)} ${symbol}`,
    ),
    ...(use.sent === 0 ? [] : [i18n.t('importAccounts.sent', use.sent)]),
  ];
}

function nameOf({ index = 0, path }: OfferedAccount): string {
  return accountNameAt(index + 1, path);
}

function named(account: OfferedAccount): ChosenAccount {
  const { index = 0, path } = account;
  return { index, name: nameOf(account), ...(path === undefined ? {} : { path }) };
}
