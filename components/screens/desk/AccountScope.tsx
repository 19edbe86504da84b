import { i18n } from '#i18n';
import type { AccountView, VaultView } from '../../../shared/messages/snapshot.ts';
import { MOST_ACCOUNTS } from '../../../shared/positions/position-view.ts';
import { Select } from '../../ui/Select.tsx';

const ALL = 'all';

type Wallets = Extract<VaultView, { status: 'unlocked' }>['wallets'];

/**
 * Returns the accounts whose positions the desk shows: those of the choice, by default the selected
 * one. Of all accounts at most as many as the worker reads at once, the selected one first.
 */
export function shownAccounts(
  wallets: Wallets,
  { scope, selected }: { scope: string | undefined; selected: string | undefined },
): readonly AccountView[] {
  const all = wallets.flatMap(({ accounts }) => accounts);
  const isFirst = ({ address }: AccountView) => address === selected;
  const ordered = [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  if (scope === ALL) return ordered.slice(0, MOST_ACCOUNTS);
  const chosen = ordered.find(({ address }) => address === scope) ?? ordered[0];
  return chosen === undefined ? [] : [chosen];
}

/** The choice of accounts whose positions are shown: one, or all. Nothing for a single account. */
export function AccountScope(props: {
  wallets: Wallets;
  shown: readonly AccountView[];
  onChoose: (scope: string) => void;
}) {
  const { shown } = props;
  const all = props.wallets.flatMap(({ accounts }) => accounts);
  if (all.length < 2) return null;
  return (
    <div className="mx-auto flex max-w-6xl flex-wrap items-end gap-x-4 gap-y-1 px-4 pt-4">
      <div className="w-56">
        <Select
          label={i18n.t('desk.accountsOf')}
          value={shown.length > 1 ? ALL : shown[0]?.address}
          onChange={(event) => props.onChoose(event.target.value)}
        >
          <option value={ALL}>{i18n.t('desk.allAccounts')}</option>
          {all.map(({ address, name }) => (
            <option key={address} value={address}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {shown.length > 1 && shown.length < all.length ? (
        <p className="text-xs text-muted">
          {i18n.t('desk.someAccounts', { shown: shown.length, all: all.length })}
        </p>
      ) : null}
    </div>
  );
}
