import { i18n } from '#i18n';
import type { PlainFacts } from '../../../shared/approvals/signed/facts.ts';
import { foreignText } from '../../../shared/visible-text.ts';
import type { SignedDescription } from './description.ts';

/** Describes typed data that Condor doesn't know. */
export function describePlain(facts: PlainFacts): SignedDescription {
  const meaning = i18n.t('signed.meaning');
  if (facts.kind === 'values') {
    return {
      sentence: i18n.t('signed.values'),
      rows: [],
      checks: [
        { label: i18n.t('signed.format'), status: 'warned', detail: i18n.t('signed.oldFormat') },
      ],
      danger: i18n.t('signed.oldFormatDanger'),
    };
  }
  if (facts.kind === 'login') {
    const name = foreignText(facts.name, 60);
    return {
      sentence:
        name === ''
          ? i18n.t('signed.plainData', { type: foreignText(facts.primaryType, 60) })
          : i18n.t('signed.plainDataFor', { type: foreignText(facts.primaryType, 60), name }),
      rows: [],
      checks: [{ label: meaning, status: 'warned', detail: i18n.t('signed.loginDetail') }],
    };
  }
  const { contents, contract } = facts;
  const found = [
    contents.hasOtherAddresses ? i18n.t('signed.hasOtherAddresses') : undefined,
    contents.hasAmounts ? i18n.t('signed.hasAmounts') : undefined,
    contents.hasDeadline ? i18n.t('signed.hasDeadline') : undefined,
    contents.hasBytes ? i18n.t('signed.hasBytes') : undefined,
    contract === undefined ? undefined : i18n.t('signed.hasContract'),
  ].filter((text) => text !== undefined);
  const detail = i18n.t('signed.unknownDetail');
  return {
    sentence: i18n.t('signed.plainData', { type: foreignText(facts.primaryType, 60) }),
    rows: contract === undefined ? [] : [{ label: i18n.t('signed.forContract'), value: contract }],
    checks: [
      {
        label: meaning,
        status: 'warned',
        detail:
          found.length === 0
            ? detail
            : `${detail} ${i18n.t('signed.contains', { list: found.join(', ') })}`,
      },
    ],
    danger: i18n.t('signed.danger.otherContract'),
  };
}
