import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import type { NodeProblem } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHasHostAccess, useHostAccess } from '../../hooks/use-host-access.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Shows which nodes failed and how, and lets the user grant missing permissions. */
export function NodeProblems({
  problems,
  title = i18n.t('history.failed'),
}: {
  problems: readonly NodeProblem[];
  title?: string;
}) {
  const services = useSnapshot((snapshot) => snapshot.services);
  const askForHosts = useHostAccess();
  const silent = problems.filter(({ reason }) => reason === 'down').map(({ host }) => host);
  const urls = (services?.rpcUrls ?? []).filter(
    (url) => URL.canParse(url) && silent.includes(new URL(url).host),
  );
  const allow = useAction(() => askForHosts(urls));
  const hasAccess = useHasHostAccess();
  const granted = useQuery({
    queryKey: ['host access', urls, allow.isDone],
    queryFn: () => hasAccess(urls),
  });
  return (
    <>
      <Notice tone="warn">
        <p>{title}</p>
        <ul className="mt-1 flex flex-col gap-1 text-xs">
          {problems.map((problem) => (
            <li key={problem.host}>{sentenceOf(problem)}</li>
          ))}
        </ul>
      </Notice>
      {urls.length === 0 || granted.data !== false ? null : (
        <ActionButton action={allow} kind="quiet">
          {i18n.t('history.allow', { hosts: silent.join(', ') })}
        </ActionButton>
      )}
      <Notice tone="bad">{allow.problem}</Notice>
    </>
  );
}

function sentenceOf({ host, reason, blocks }: NodeProblem): string {
  if (reason === 'range') return i18n.t('history.nodeRange', blocks, { host });
  const code = reason === 'address' || reason === 'addresses' ? 'rejected' : reason;
  return i18n.t(`history.node.${code}`, { host });
}
