import { i18n } from '#i18n';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** Explains short names without a mouse: for the keyboard and for touch. */
export function Meanings(props: {
  of: readonly (readonly [name: string, meaning: string])[];
  className?: string;
}) {
  return (
    <details className={`text-xs text-muted ${props.className ?? ''}`}>
      <summary className="w-fit cursor-pointer rounded">{i18n.t('desk.meanings')}</summary>
      <Facts look="texts" className="mt-1 text-xs">
        {props.of.map(([name, meaning]) => (
          <Fact key={name} label={name} text={meaning} />
        ))}
      </Facts>
    </details>
  );
}
