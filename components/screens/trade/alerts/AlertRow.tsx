import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import { type Alert, accountOf } from '../../../../shared/messages/alerts.ts';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { localTime } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { foundText, ruleText } from './describe-alert.ts';

/** Shows one alert: its subject, its state, and buttons to change it. */
export function AlertRow(props: {
  alert: Alert;
  isUnread: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onRearm: () => void;
  onRemove: () => void;
}) {
  const { alert } = props;
  const { rule, state } = alert;
  const hide = useHidden();
  const title = ruleText(rule, hide);
  const hasEnded = state.status === 'fired' || state.status === 'over';
  // An expiry happens only once. But a wrong clock may have ended an alert too early, so such an
  // alert can be armed again.
  const canRearm = state.status === 'over' || (state.status === 'fired' && rule.kind !== 'expiry');
  return (
    <li
      data-alert={state.status}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm ${state.status === 'fired' && !state.isSeen ? 'bg-accent-soft' : ''}`}
    >
      <div className="min-w-56 flex-1">
        <p className="font-semibold break-words">{title}</p>
        <Account alert={alert} />
        <p className="text-xs break-words text-muted">
          {stateText(alert, { isUnread: props.isUnread, hide })}
        </p>
      </div>
      <div className="-mx-4 flex flex-wrap gap-1">
        <Button kind="plain" onClick={props.onOpen}>
          {i18n.t('alerts.open')} <span className="sr-only">{title}</span>
        </Button>
        {hasEnded ? null : (
          <Button kind="plain" onClick={props.onEdit}>
            {i18n.t('alerts.edit')} <span className="sr-only">{title}</span>
          </Button>
        )}
        {canRearm ? (
          <Button kind="plain" onClick={props.onRearm}>
            {i18n.t('alerts.rearm')} <span className="sr-only">{title}</span>
          </Button>
        ) : null}
        <Button kind="plain" onClick={props.onRemove}>
          {i18n.t('alerts.remove')} <span className="sr-only">{title}</span>
        </Button>
      </div>
    </li>
  );
}

function Account({ alert }: { alert: Alert }) {
  const account = accountOf(alert.rule);
  const name = useAccount(account ?? '')?.name;
  return account === undefined ? null : (
    <p className="text-xs text-muted">
      {i18n.t('alerts.ofAccount', {
        account: name ?? shortAddress(account),
      })}
    </p>
  );
}

function stateText(
  { state, whileLocked }: Alert,
  { isUnread, hide }: { isUnread: boolean; hide: (text: string) => string },
): string {
  if (state.status === 'fired')
    return `${i18n.t('alerts.firedAt', { time: localTime(state.at / 1000) })} · ${foundText(state.found, hide)}`;
  if (state.status === 'over') return i18n.t('alerts.over');
  return [
    i18n.t(state.status === 'armed' ? 'alerts.armed' : 'alerts.resting'),
    ...(whileLocked === 'off' ? [i18n.t('alerts.quiet')] : []),
    ...(isUnread ? [i18n.t('alerts.unread')] : []),
  ].join(' · ');
}
