import { i18n } from '#i18n';
import type { PlainFacts, SnapshotFacts } from '../../../shared/approvals/signed/facts.ts';
import { shortAddress } from '../../../shared/format.ts';
import { foreignText, visible } from '../../../shared/visible-text.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { ownerCheck } from './signed-checks.ts';

/** Describes a message for Snapshot. It moves nothing. */
export function describeSnapshot(facts: SnapshotFacts, context: SignedContext): SignedDescription {
  if (facts.kind === 'voteAlias') {
    const who = shortAddress(facts.alias);
    return {
      sentence: i18n.t('signed.voteAlias', { who }),
      rows: [{ label: i18n.t('signed.delegate'), value: facts.alias }],
      checks: [],
      danger: i18n.t('signed.voteAliasDanger', { who }),
    };
  }
  return {
    sentence: i18n.t('signed.vote', { space: foreignText(facts.space, 60) }),
    rows: [
      { label: i18n.t('signed.space'), value: visible(facts.space) },
      { label: i18n.t('signed.proposal'), value: visible(facts.proposal) },
      { label: i18n.t('signed.choice'), value: visible(facts.choice) },
    ],
    checks: ownerCheck(facts.voter, context),
  };
}

/** Describes typed data that no reader knows, by what it contains. */
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
    danger: i18n.t('signed.unknownDanger'),
  };
}
