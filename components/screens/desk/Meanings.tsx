import { Fragment } from 'react';
import { i18n } from '#i18n';

/** Explains names that have no room for their meanings, for the keyboard and touch as well. */
export function Meanings(props: {
  of: readonly (readonly [name: string, meaning: string])[];
  className?: string;
}) {
  return (
    <details className={`text-xs text-muted ${props.className ?? ''}`}>
      <summary className="w-fit cursor-pointer rounded">{i18n.t('desk.meanings')}</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {props.of.map(([name, meaning]) => (
          <Fragment key={name}>
            <dt className="font-medium">{name}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
