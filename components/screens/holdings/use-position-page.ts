import { useState } from 'react';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { PositionAction, PositionRow } from '../../../shared/positions/position-view.ts';
import { useAccount } from '../../hooks/use-accounts.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useActionCosts } from '../../hooks/use-action-costs.ts';
import { useIsHidden } from '../../hooks/use-hidden-amounts.ts';
import { useNetwork } from '../../hooks/use-networks.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { explorerLink } from '../../texts/explorer-link.ts';

/** Actions whose inputs have a separate page. */
export type FormAction = 'transfer' | 'split' | 'offers';

const isForm = (action: PositionAction): action is FormAction =>
  action === 'transfer' || action === 'split' || action === 'offers';

export type PositionPageState = ReturnType<typeof usePositionPage>;

/** Returns the state of a position's page: the open form, and the running action. */
export function usePositionPage(row: PositionRow, account: string) {
  const call = useWalletCall();
  const [form, setForm] = useState<FormAction>();
  const now = useNow(1000);
  const costs = useActionCosts(account, row);
  const isSelected = useSnapshot(({ selected }) => selected === account) === true;
  const owner = useAccount(account);
  const areHidden = useIsHidden();
  const base = useNetwork(CHAIN_ID);
  /** Selects the account that holds the position, for the transaction that follows. */
  const asOwner = async () => {
    if (!isSelected) await call('accounts.select', { address: account });
  };
  const open = useAction(async (action: FormAction) => {
    await asOwner();
    setForm(action);
  });
  const act = useAction(async (action: Exclude<PositionAction, FormAction>) => {
    await asOwner();
    await call('positions.act', { option: row.address, action });
  });
  return {
    ...{ row, account, owner, isSelected, areHidden, now, asOwner },
    costs: costs.data,
    explorer: explorerLink(base, row.address, 'address'),
    form,
    closeForm: () => setForm(undefined),
    begin: (action: PositionAction) => void (isForm(action) ? open.run(action) : act.run(action)),
    isBusy: act.isRunning || open.isRunning,
    isSent: act.isDone,
    problem: act.problem ?? open.problem,
  };
}
