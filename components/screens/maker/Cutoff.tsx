import { useState } from 'react';
import { i18n } from '#i18n';
import { utcTime, wholeTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';

/** Quotes are signed for minutes, so an hour covers all open ones and soon ends for new ones. */
const AHEAD_SECONDS = 3_600;

/** Cancels every quote of the account that expires before a time. */
export function Cutoff(props: { isDisabled: boolean; onCancel: (cutoff: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const [opened] = useState(() => Math.floor(Date.now() / 1000));
  const value = typed ?? localInput(opened + AHEAD_SECONDS);
  const cutoff = Math.floor(new Date(value).getTime() / 1000);
  const isPast = !(cutoff > opened);
  return (
    <Card>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPast) props.onCancel(cutoff);
        }}
      >
        <h2 className="text-sm font-semibold">{i18n.t('maker.cutoffTitle')}</h2>
        <p className="text-xs text-pretty text-muted">{i18n.t('maker.cutoffText')}</p>
        <Field
          label={i18n.t('maker.cutoff')}
          type="datetime-local"
          value={value}
          hint={
            Number.isNaN(cutoff)
              ? undefined
              : i18n.t('maker.cutoffChosen', { time: wholeTime(cutoff), utc: utcTime(cutoff) })
          }
          problem={isPast ? i18n.t('maker.cutoffPast') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" kind="danger" disabled={props.isDisabled || isPast}>
          {i18n.t('maker.cutoffButton')}
        </Button>
      </form>
    </Card>
  );
}

/** Returns a time in the user's zone in the format of a datetime field: "2026-11-21T09:00". */
function localInput(seconds: number): string {
  const date = new Date(seconds * 1000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
