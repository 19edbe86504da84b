import { i18n } from '#i18n';
import { useExpiryNotices } from '../../hooks/use-expiry-notices.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

const CHOICES = [
  { kind: 'off', label: 'positions.noticesOff' },
  { kind: 'plain', label: 'positions.noticesPlain' },
  { kind: 'named', label: 'positions.noticesNamed' },
] as const;

/** Lets the user choose notifications at expiry, and how much they show. Off by default. */
export function ExpiryNotices() {
  const { chosen, isDenied, choose } = useExpiryNotices();
  return (
    <Card>
      <fieldset className="flex flex-col gap-1">
        <legend className="float-left mb-1 text-sm font-semibold">
          {i18n.t('positions.notices')}
        </legend>
        <p className="clear-both text-xs text-muted">{i18n.t('positions.noticesHint')}</p>
        {CHOICES.map(({ kind, label }) => (
          <label key={kind} className="flex items-center gap-3 rounded-lg py-1.5 text-sm">
            <input
              type="radio"
              name="expiry-notices"
              className="accent-accent"
              checked={chosen === kind}
              onChange={() => void choose.run(kind)}
            />
            {i18n.t(label)}
          </label>
        ))}
      </fieldset>
      {isDenied ? <Notice tone="warn">{i18n.t('positions.noticesDenied')}</Notice> : null}
      {choose.problem === undefined ? null : <Notice tone="bad">{choose.problem}</Notice>}
    </Card>
  );
}
