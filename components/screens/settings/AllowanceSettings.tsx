import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import {
  type AllowancesView,
  type AllowanceView,
  byStake,
  isAllSearched,
  MAX_REVOKED,
  refOf,
  viewKey,
} from '../../../shared/messages/allowances.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AllowanceCard } from './AllowanceCard.tsx';
import { AllowanceGaps, AllowanceSearch } from './AllowanceSearch.tsx';

/** Milliseconds between reads: while something changes, after a failure, and otherwise. */
const POLL_MS = { busy: 2_000, failed: 5_000, idle: 20_000 } as const;

interface ListState {
  readonly data: AllowancesView | undefined;
  readonly error: Error | null;
}

/** Lists who can take which assets of the wallet's accounts, as the chain reports it now. */
export function AllowanceSettings() {
  const call = useWalletCall();
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  // The last mined transaction may have granted or revoked an allowance.
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const pending = useSnapshot(({ activity }) => activity.pending);
  const isRevoking = useSnapshot(({ procedures = [] }) =>
    procedures.some(({ facts, state }) => facts.kind === 'revocations' && state === 'underWay'),
  );
  const queries = useQueries({
    queries: networks.map(({ chainId }) => ({
      queryKey: ['allowances', chainId],
      queryFn: () => call('allowances.list', { chainId }),
      refetchInterval: ({ state }: { readonly state: ListState }) => {
        if (state.error !== null) return POLL_MS.failed;
        const isIdle = state.data?.reading.isReading === false && !isRevoking;
        return isIdle ? POLL_MS.idle : POLL_MS.busy;
      },
    })),
  });
  const client = useQueryClient();
  const changed = `${mined} ${pending}`;
  const seen = useRef(changed);
  useEffect(() => {
    if (seen.current === changed) return;
    seen.current = changed;
    // Invalidating the list, instead of changing its key, keeps the list visible while it is read
    // again.
    void client.invalidateQueries({ queryKey: ['allowances'] });
  }, [client, changed]);
  const rows = queries.flatMap(({ data }) => data?.rows ?? []).sort(byStake);
  const isLoading = queries.some(({ data, error }) => data === undefined && error === null);
  const isAnyRead = queries.some(({ data }) => data !== undefined);
  const isAllRead = queries.every(
    ({ data, error }) => error === null && data !== undefined && isAllSearched(data.reading),
  );
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{i18n.t('allowances.intro')}</p>
      {networks.map(({ chainId, name }, index) => {
        const { data, error } = queries[index] ?? {};
        return (
          <AllowanceSearch
            key={chainId}
            network={{ chainId, name }}
            view={data}
            problem={error?.message}
          />
        );
      })}
      {isLoading ? (
        <p className="text-sm text-muted" role="status">
          {i18n.t('allowances.reading')}
        </p>
      ) : null}
      {!isLoading && isAnyRead && rows.length === 0 ? (
        <p className="text-sm text-muted">
          {i18n.t(isAllRead ? 'allowances.empty' : 'allowances.emptySoFar')}
        </p>
      ) : null}
      <AllowanceList rows={rows} />
      {networks.map(({ chainId, name }, index) => {
        const reading = queries[index]?.data?.reading;
        return reading === undefined ? null : (
          <AllowanceGaps key={chainId} network={{ chainId, name }} reading={reading} />
        );
      })}
    </div>
  );
}

/**
 * Lists allowances with checkboxes, and folds those that none of the account's own transactions
 * proves.
 */
function AllowanceList({ rows }: { rows: readonly AllowanceView[] }) {
  const call = useWalletCall();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const revoke = useAction(async (some: readonly AllowanceView[]) => {
    await call('allowances.revoke', { refs: some.map(refOf) });
    setChosen(new Set());
  });
  const selected = rows.filter((row) => chosen.has(viewKey(row)));
  const isFull = selected.length >= MAX_REVOKED;
  const proven = rows.filter(({ isUnproven }) => !isUnproven);
  const unproven = rows.filter(({ isUnproven }) => isUnproven);
  const toggle = (key: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const card = (row: AllowanceView) => {
    const isChosen = chosen.has(viewKey(row));
    return (
      <AllowanceCard
        row={row}
        isChosen={isChosen}
        isLocked={revoke.isRunning || (isFull && !isChosen)}
        isBusy={revoke.isRunning}
        onToggle={() => toggle(viewKey(row))}
        onRevoke={() => void revoke.run([row])}
      />
    );
  };
  return (
    <>
      <CardList testId="allowances" items={proven} keyOf={viewKey}>
        {card}
      </CardList>
      {unproven.length === 0 ? null : (
        <details className="rounded-2xl border border-line">
          <summary className="cursor-pointer px-4 py-3 text-sm font-medium">
            {i18n.t('allowances.unproven', unproven.length)}
          </summary>
          <div className="flex flex-col gap-3 px-3 pb-3">
            <p className="px-1 text-xs text-muted">{i18n.t('allowances.unprovenMeans')}</p>
            <CardList testId="unproven-allowances" items={unproven} keyOf={viewKey}>
              {card}
            </CardList>
          </div>
        </details>
      )}
      <Notice tone="bad">{revoke.problem}</Notice>
      {selected.length === 0 ? null : (
        <div className="stuck-below -mx-1 flex flex-col gap-1 border-t border-line bg-ground px-1 py-2">
          {isFull ? (
            <p className="text-xs text-muted">{i18n.t('allowances.most', MAX_REVOKED)}</p>
          ) : null}
          <div className="flex gap-2">
            <Button wide disabled={revoke.isRunning} onClick={() => void revoke.run(selected)}>
              {revoke.isRunning
                ? i18n.t('allowances.confirming')
                : i18n.t('allowances.revokeSelected', selected.length)}
            </Button>
            <Button kind="quiet" disabled={revoke.isRunning} onClick={() => setChosen(new Set())}>
              {i18n.t('allowances.clearSelection')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
