import { useId } from 'react';
import { i18n } from '#i18n';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { BookQuotes } from './BookQuotes.tsx';
import { LimitField } from './LimitField.tsx';
import { isOccupied, Occupied } from './Occupied.tsx';
import { PartField } from './PartField.tsx';
import { reasonText } from './quotation-texts.ts';
import { type AskMakersProps, useAskMakers } from './use-ask-makers.ts';
import { WindowSelect } from './WindowSelect.tsx';

/**
 * Asks makers to take over a side of an option, or a part of the side. The approval window follows.
 */
export function AskMakers(props: AskMakersProps) {
  return <AskMakersView {...props} {...useAskMakers(props)} />;
}

export function AskMakersView(props: AskMakersProps & ReturnType<typeof useAskMakers>) {
  const { row, account, ask, refusal, part, canSplit, mark, isSale, hasFewMakers, given } = props;
  const why = useId();
  if (props.isClosed && !props.isAllowed) return null;
  if (isOccupied(refusal))
    return (
      <>
        {ask.problem === undefined || ask.problem === refusal.message ? null : (
          <Notice tone="bad">{ask.problem}</Notice>
        )}
        <Occupied by={refusal} account={account} onCheck={props.tryAgain} />
      </>
    );
  if (refusal !== null)
    return (
      <Notice tone="warn">
        <p>{i18n.t('quotations.cannot', { reason: reasonText(refusal) })}</p>
        <p>{i18n.t('quotations.remains')}</p>
      </Notice>
    );
  return (
    <Form
      className="gap-4"
      action={ask}
      isReady={props.isReady}
      onSubmit={() => void ask.run()}
      button={i18n.t(part?.collateral === undefined ? 'quotations.ask' : 'quotations.splitAndAsk')}
      busy={i18n.t('quotations.asking')}
      describedBy={why}
      wide
    >
      <p id={why} className="text-sm text-pretty">
        {i18n.t('quotations.why')}
        {isSale ? '' : ` ${i18n.t('quotations.soldWhy')}`}
      </p>
      {props.onPart === undefined ? null : canSplit === true ? (
        <PartField
          row={row}
          typed={props.sizeText}
          part={part}
          costs={props.costs}
          onTyped={props.onSize}
        />
      ) : canSplit === false ? (
        <p className="text-xs text-muted">{i18n.t('quotations.onlyWhole')}</p>
      ) : null}
      <LimitField
        {...{ mark, isSale, hasFewMakers, given }}
        token={row.token}
        text={props.limitText}
        isWrong={!props.isLimit}
        noMark={i18n.t('quotations.limitNoMark')}
        onType={props.onLimit}
      />
      <BookQuotes quotes={props.quotes} />
      <WindowSelect minutes={props.minutes} onMinutes={props.setMinutes} />
    </Form>
  );
}
