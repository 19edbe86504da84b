import { zeroAddress } from 'viem';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Select } from '../../ui/Select.tsx';

/** Filters positions by their trade's referrer. Renders nothing for a single referrer. */
export function ReferrerFilter(props: {
  rows: readonly PositionRow[];
  chosen: string;
  onChoose: (referrer: string) => void;
}) {
  const own = useSnapshot(({ services }) => services.referrer)?.toLowerCase();
  const referrers = [...new Set(props.rows.map(({ referrer }) => referrer))];
  if (referrers.length < 2 && props.chosen === '') return null;
  return (
    <Select
      label={i18n.t('positions.referrer')}
      isLabelHidden
      options={[
        { value: '', text: i18n.t('positions.referrerAll') },
        ...referrers.map((referrer) => ({
          value: referrer,
          text:
            referrer === zeroAddress
              ? i18n.t('positions.referrerNone')
              : referrer === own
                ? i18n.t('positions.referrerOwn', { address: shortAddress(referrer) })
                : shortAddress(referrer),
        })),
      ]}
      value={props.chosen}
      onPick={props.onChoose}
    />
  );
}
