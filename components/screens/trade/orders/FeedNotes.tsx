import { i18n } from '#i18n';
import type { OrdersView } from '../../../../shared/messages/market.ts';
import { useOnline } from '../../../hooks/use-online.ts';
import { describeFailure } from '../../../texts/describe-failure.ts';
import { feedName } from '../../../texts/service-names.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { refusalText } from './refusal-text.ts';

/** Lists the problems of feeds: unreachable, slow, or with refused entries. */
export function FeedNotes({ view }: { view: OrdersView }) {
  const { feeds } = view;
  const isOnline = useOnline();
  const problem = isOnline ? view.problem : undefined;
  const refused = view.refused.reduce((sum, { count }) => sum + count, 0);
  const unfillable = view.unfillable.reduce((sum, { count }) => sum + count, 0);
  const dead =
    isOnline && problem === undefined ? feeds.filter((feed) => feed.problem !== undefined) : [];
  const slow = feeds.filter(
    (feed) => isOnline && feed.problem === undefined && feed.count === undefined,
  );
  return (
    <>
      {problem === undefined ? null : (
        <Notice tone="warn">
          {describeFailure(problem)}
          <Host
            name={'details' in problem && 'host' in problem.details ? problem.details.host : ''}
          />
        </Notice>
      )}
      {dead.map(({ name, problem: code = 'feedUnreachable' }) => (
        <Notice key={name} tone="warn">
          {i18n.t('orders.feedDead', {
            problem: describeFailure({ code, details: { host: name } }),
          })}
          <Host name={name} />
        </Notice>
      ))}
      {slow.map((feed) => (
        <p key={feed.name} className="text-xs text-muted">
          {i18n.t('orders.feedSlow', { name: feedName(feed.name) })}
        </p>
      ))}
      {view.newer === 0 ? null : (
        <p className="text-xs text-muted" data-testid="newer-orders">
          {i18n.t('orders.newer', view.newer)} {i18n.t('orders.newerWhy')}
        </p>
      )}
      {unfillable === 0 ? null : (
        <details className="text-xs text-muted">
          <summary className="w-fit cursor-pointer rounded">
            {i18n.t('orders.unfillable', unfillable)}
          </summary>
          <ul className="max-h-32 list-disc overflow-y-auto pt-1 ps-5" data-testid="unfillable">
            {view.unfillable.map(({ code, count }) => (
              <li key={code}>
                {i18n.t('orders.refusedRow', {
                  count,
                  reason: i18n.t(`orders.cannotFill.${code}`),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
      {refused === 0 ? null : (
        <details className="text-xs text-muted">
          <summary className="w-fit cursor-pointer rounded">
            {i18n.t('orders.refused', refused)}
          </summary>
          <p className="pt-1">{i18n.t('orders.refusedWhy')}</p>
          <ul className="max-h-32 list-disc overflow-y-auto ps-5" data-testid="refused">
            {view.refused.map(({ reason, count }) => (
              <li key={JSON.stringify(reason)}>
                {i18n.t('orders.refusedRow', { count, reason: refusalText(reason) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Host({ name }: { name: string }) {
  return name === '' ? null : <span className="block text-xs">{name}</span>;
}
