import { i18n } from '#i18n';
import type { AlertRule } from '../../../../shared/messages/alerts.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { priceText, usdText } from '../../../texts/numbers.ts';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { AlertEntry, AlertSubject, EntryProblem } from './alert-subject.ts';
import { optionName } from './describe-alert.ts';

/** Shows the fields of one kind of alert, with a sentence about when the alert fires. */
export function AlertFields(props: {
  subject: AlertSubject;
  entry: AlertEntry;
  rule: AlertRule | EntryProblem;
  /**
   * True while the field has the suggested amount. A problem with that amount isn't the user's
   * error.
   */
  isUntouched: boolean;
  onEntry: (entry: AlertEntry) => void;
}) {
  const { subject, entry, rule, onEntry } = props;
  const hidden = useHidden();
  const problem = typeof rule === 'string' ? i18n.t(rule) : undefined;
  const hint = typeof rule === 'string' ? problem : firesText(rule, hidden);
  const note = props.isUntouched ? { hint } : { hint, problem };
  // While amounts are hidden, an empty field leaves the alert's amount unchanged.
  const isKept = entry.level === '' && typeof rule !== 'string';
  const level = (label: string) => (
    <Field
      label={label}
      inputMode="decimal"
      value={entry.level}
      placeholder={isKept ? hidden('0') : undefined}
      onType={(text) => onEntry({ ...entry, level: text })}
      isNeeded
      {...note}
    />
  );
  switch (subject.kind) {
    case 'spot':
      return level(i18n.t('alerts.spotLevel', { asset: subject.asset }));
    case 'order':
      return level(
        i18n.t(subject.structure.side === 'buy' ? 'alerts.orderMost' : 'alerts.orderLeast'),
      );
    case 'position':
      return (
        <>
          <p className="text-sm font-semibold">{optionName(subject.position)}</p>
          <Select
            label={i18n.t('alerts.event')}
            options={subject.events.map((event) => ({
              value: event,
              text: i18n.t(`alerts.events.${event}`),
            }))}
            value={entry.event}
            onPick={(event) => onEntry({ ...entry, event })}
          />
          {entry.event === 'value'
            ? level(
                i18n.t(
                  subject.position.side === 'seller' ? 'alerts.debtLevel' : 'alerts.valueLevel',
                ),
              )
            : null}
          {entry.event === 'expiry' ? (
            <Field
              label={i18n.t('alerts.hours')}
              inputMode="numeric"
              value={entry.hours}
              onType={(text) => onEntry({ ...entry, hours: text })}
              hint={i18n.t('alerts.hoursHint')}
              isNeeded
              problem={typeof rule === 'string' ? i18n.t(rule) : undefined}
            />
          ) : null}
        </>
      );
  }
}

function firesText(rule: AlertRule, hidden: (text: string) => string): string | undefined {
  switch (rule.kind) {
    case 'spot': {
      const values = { price: priceText(BigInt(rule.price)) };
      return rule.direction === 'above'
        ? i18n.t('alerts.spotRises', values)
        : i18n.t('alerts.spotFalls', values);
    }
    case 'order': {
      const values = { option: optionName(rule.structure) };
      return rule.structure.side === 'buy'
        ? i18n.t('alerts.orderBuy', values)
        : i18n.t('alerts.orderSell', values);
    }
    case 'value': {
      const values = { value: hidden(usdText(BigInt(rule.value))) };
      return rule.direction === 'above'
        ? i18n.t('alerts.valueRises', values)
        : i18n.t('alerts.valueFalls', values);
    }
    default:
      return undefined;
  }
}
