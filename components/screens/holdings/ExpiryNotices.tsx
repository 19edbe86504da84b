import { i18n } from '#i18n';
import { useExpiryNotices } from '../../hooks/use-expiry-notices.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Radios } from '../../ui/Radios.tsx';

const CHOICES = ['off', 'plain', 'named'] as const;

/** Lets the user choose notifications at expiry, and how much they reveal. */
export function ExpiryNotices() {
  const { chosen, isDenied, choose } = useExpiryNotices();
  return (
    <Card>
      <Radios
        legend={i18n.t('positions.notices')}
        hint={i18n.t('positions.noticesHint')}
        options={CHOICES.map((value) => ({ value, text: i18n.t(`positions.noticesAre.${value}`) }))}
        value={chosen}
        onPick={(kind) => void choose.run(kind)}
      />
      {isDenied ? <Notice tone="warn">{i18n.t('positions.noticesDenied')}</Notice> : null}
      <Notice tone="bad">{choose.problem}</Notice>
    </Card>
  );
}
