import { i18n } from '#i18n';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import type { PositionsView } from '../../../shared/positions/position-view.ts';
import type { AccountPositions } from '../../hooks/use-positions-of.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Names the accounts whose positions are being read, couldn't be read, or may be incomplete. */
export function ReadingNotes(props: {
  lists: readonly AccountPositions[];
  accounts: readonly AccountView[];
}) {
  const { lists, accounts } = props;
  const namesOf = (some: readonly AccountPositions[]) =>
    some
      .map(({ account }) => accounts.find(({ address }) => address === account)?.name ?? account)
      .join(', ');
  const failed = lists.filter(({ isFailed }) => isFailed);
  const waiting = lists.filter(({ view, isFailed }) => view === undefined && !isFailed);
  const unsure = lists.filter(({ view }) => view !== undefined && isUnsure(view));
  return (
    <>
      {waiting.length === 0 ? null : (
        <p role="status" className="text-xs text-muted">
          {i18n.t('desk.readingAccounts', { accounts: namesOf(waiting) })}
        </p>
      )}
      {failed.length === 0 ? null : (
        <Notice tone="bad">{i18n.t('desk.unreadAccounts', { accounts: namesOf(failed) })}</Notice>
      )}
      {unsure.length === 0 ? null : (
        <Notice tone="warn">{i18n.t('desk.unsureAccounts', { accounts: namesOf(unsure) })}</Notice>
      )}
    </>
  );
}

function isUnsure({ trouble, chain }: PositionsView): boolean {
  if (chain === undefined) return trouble !== undefined;
  const { since, progress, problems, unread = 0, isUnsure: isSingle = false } = chain;
  return (
    since === undefined ||
    progress !== undefined ||
    problems !== undefined ||
    unread > 0 ||
    isSingle
  );
}
