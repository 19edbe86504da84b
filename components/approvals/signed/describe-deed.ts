import { i18n } from '#i18n';
import { givesAccountAway } from '../../../shared/approvals/signed/account-rights.ts';
import { assetsOf, isOwnExchange } from '../../../shared/approvals/signed/deed.ts';
import type {
  Deed,
  DeedFacts,
  SignedAsset,
  SignedField,
  TextRole,
} from '../../../shared/approvals/signed/facts.ts';
import { shortAddress } from '../../../shared/format.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { foreignText, visible } from '../../../shared/visible-text.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
import { describeCheck } from '../describe-check.ts';
import { describeDangers } from '../describe-danger.ts';
import type { ApprovalCheck, ApprovalRow } from '../worded.ts';
import { DEED_NOTES, isDangerous } from './deed-texts.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { allowanceText, assetText, listText, loanText, sumText } from './signed-amounts.ts';
import { contractCheck, deadlineCheck, endRow, ownerCheck } from './signed-checks.ts';

/** Describes the effect of a signature: one sentence, its members, and the checks. */
export function describeDeed(facts: DeedFacts, context: SignedContext): SignedDescription {
  const { deed, fields, dangers, protocol, isKnownContract } = facts;
  const values = valuesOf(facts, context);
  const worth = worthFindings(context);
  const sentences = [
    ...(isDangerous(deed) ? [i18n.t(`signed.deedDanger.${deed}`, values)] : []),
    ...dangers.map((danger) => i18n.t(`signed.danger.${danger}`, values)),
    ...worth.dangers,
    ...describeDangers(context.view.party.dangers),
  ];
  const ends = textsOf(fields, 'end');
  return {
    sentence: i18n.t(`signed.deed.${deed}`, values),
    rows: fields.flatMap((field) => rowOf(field, facts, context)),
    checks: [
      ...partyChecks(facts, context),
      ...(isKnownContract === undefined
        ? []
        : [contractCheck(protocol ?? i18n.t('signed.role.entryPoint'), isKnownContract)]),
      ...ownerCheck(textsOf(fields, 'owner', 'from')[0], context),
      ...tokenChecks(facts, context),
      ...worth.checks,
      ...(ends.length === 0 ? [] : [deadlineCheck(ends, context)]),
      ...noteOf(deed),
    ],
    ...endOf(facts, sentences, context.account),
  };
}

function noteOf(deed: Deed): readonly ApprovalCheck[] {
  if (!hasNote(deed)) return [];
  return [
    {
      label: i18n.t(`signed.noteLabel.${deed}`),
      status: DEED_NOTES[deed],
      detail: i18n.t(`signed.note.${deed}`),
    },
  ];
}

const hasNote = (deed: Deed): deed is keyof typeof DEED_NOTES => Object.hasOwn(DEED_NOTES, deed);

function endOf(facts: DeedFacts, dangers: readonly string[], account: string) {
  if (givesAccountAway(facts, account)) return { refusal: i18n.t('signed.accountRightsRefused') };
  return dangers.length === 0 ? {} : { danger: dangers.join(' ') };
}

/** Returns the values of a sentence by their names in the text. */
function valuesOf(facts: DeedFacts, context: SignedContext) {
  const { fields, protocol = '', count = 1 } = facts;
  const { chain } = context;
  const text = (...roles: readonly TextRole[]) => textsOf(fields, ...roles)[0] ?? '';
  const short = (...roles: readonly TextRole[]) => shortAddress(foreignText(text(...roles), 60));
  const who = text('spender', 'manager', 'borrower', 'agent', 'builder', 'delegate');
  const named = (...roles: Parameters<typeof assetsOf>[1][]) =>
    namedAssets(assetsOf(facts, ...roles), context);
  return {
    who: chain.isBook(text('spender')) ? i18n.t('signed.theOrderBook') : shortAddress(who),
    what: whatOf(facts, context),
    to: isSameAddress(text('to'), context.account)
      ? i18n.t('signed.yourAccount')
      : short('to', 'called'),
    safe: short('safe'),
    account: short('smartAccount'),
    code: short('code'),
    payee: text('refundReceiver') === '' ? i18n.t('signed.anySender') : short('refundReceiver'),
    refund: named('refund'),
    gives: named('gives', 'givenAway'),
    givenAway: named('givenAway'),
    gets: named('gets'),
    space: foreignText(text('space'), 60),
    rate: foreignText(text('rate'), 20),
    exchange: foreignText(text('toExchange'), 30),
    protocol,
    count,
  };
}

function textsOf(fields: readonly SignedField[], ...roles: readonly TextRole[]): string[] {
  return fields.flatMap((field) =>
    'value' in field && field.role !== 'sum' && roles.includes(field.role) ? [field.value] : [],
  );
}

/** Names the assets that the signature lets somebody take, receive or borrow. */
function whatOf({ fields, deed }: DeedFacts, context: SignedContext): string {
  const [collection] = textsOf(fields, 'collection');
  if (collection !== undefined) {
    const [item] = textsOf(fields, 'item');
    const values = { item: item ?? '', collection: shortAddress(collection) };
    return i18n.t(item === undefined ? 'signed.allItems' : 'signed.item', values);
  }
  return listText(
    fields.flatMap((field) => {
      const isMoved = ['allowance', 'amount', 'loan', 'sum'].includes(field.role);
      return isMoved ? amountOf(field, context, deed) : [];
    }),
  );
}

function amountOf(field: SignedField, { chain }: SignedContext, deed: Deed): string[] {
  if (field.role === 'sum') return [sumText(field)];
  if (!('asset' in field)) return [];
  if (field.role === 'allowance') return [allowanceText(field.asset, chain, deed === 'allowOnce')];
  return [field.role === 'loan' ? loanText(field.asset, chain) : assetText(field.asset, chain)];
}

/**
 * Maximum number of assets that the sentence names. If an order has more assets, the sentence
 * summarizes them.
 */
const MAX_NAMED = 3;

function namedAssets(assets: readonly SignedAsset[], { chain }: SignedContext): string {
  return assets.length > MAX_NAMED
    ? i18n.t('signed.assets', { count: assets.length })
    : listText(assets.map((asset) => assetText(asset, chain)));
}

function rowOf(
  field: SignedField,
  { deed, protocol = '' }: DeedFacts,
  context: SignedContext,
): ApprovalRow[] {
  const label = i18n.t(`signed.role.${field.role}`, {
    who: 'recipient' in field ? shortAddress(field.recipient) : '',
  });
  if ('asset' in field || field.role === 'sum') {
    const full = 'asset' in field ? field.asset.token : undefined;
    return amountOf(field, context, deed).map((value) => ({
      label,
      value,
      ...(full === undefined ? {} : { full }),
    }));
  }
  switch (field.role) {
    case 'owner':
      return [];
    case 'end':
      return [endRow(field.value)];
    default:
      return [{ label, value: wordOf(field.role, field.value, protocol) }];
  }
}

function wordOf(role: TextRole, value: string, protocol: string): string {
  switch (role) {
    case 'terms':
      return i18n.t('signed.termsBelow');
    case 'deployment':
      return i18n.t('signed.createsAccount');
    case 'refundReceiver':
      return value === '' ? i18n.t('signed.anySender') : value;
    case 'network':
      return value === 'Mainnet' ? protocol : i18n.t('signed.testnet', { protocol });
    case 'fromExchange':
    case 'toExchange':
      if (!isOwnExchange(value)) return `“${foreignText(value, 30)}”`;
      return i18n.t(value === 'spot' ? 'signed.spotExchange' : 'signed.perpsExchange', {
        protocol,
      });
    default:
      return visible(value);
  }
}

const TAKERS = ['spender', 'manager', 'borrower'] as const;

function partyChecks({ fields }: DeedFacts, { view }: SignedContext): ApprovalCheck[] {
  const taker = TAKERS.find((role) => fields.some((field) => field.role === role));
  const named = taker === undefined ? {} : { label: i18n.t(`signed.role.${taker}`) };
  return view.party.checks.map((check) => ({ ...describeCheck(check), ...named }));
}

/**
 * Warns of unknown tokens that the signing account receives. Anyone can create a token with any
 * name. Condor doesn't know any collections.
 */
function tokenChecks(facts: DeedFacts, { chain }: SignedContext): ApprovalCheck[] {
  const gets = assetsOf(facts, 'gets');
  const isUnknown = gets.some(
    ({ standard, token = '' }) => standard === 'erc20' && chain.tokenAt(token) === undefined,
  );
  const details = [
    ...(isUnknown ? [i18n.t('signed.unknownTokenReceived')] : []),
    ...(gets.some(({ standard }) => standard === 'collectible')
      ? [i18n.t('signed.unknownCollectibleReceived')]
      : []),
  ];
  return details.map((detail) => ({ label: i18n.t('signed.role.gets'), status: 'warned', detail }));
}

/** Compares a trade with Condor's own prices. */
function worthFindings({ view: { worth } }: SignedContext): {
  readonly checks: readonly ApprovalCheck[];
  readonly dangers: readonly string[];
} {
  if (worth === undefined) return { checks: [], dangers: [] };
  const label = i18n.t('signed.tradePrice');
  if (worth.kind === 'noPrices') {
    const detail = i18n.t('signed.tradeNotCompared');
    return {
      checks: [{ label, status: 'warned', detail }],
      dangers: [i18n.t('signed.notComparedDanger')],
    };
  }
  const given = payUsd(BigInt(worth.given));
  const received = getUsd(BigInt(worth.received));
  if (worth.isFarBelow) {
    return { checks: [], dangers: [i18n.t('signed.farBelowDanger', { given, received })] };
  }
  const detail = i18n.t('signed.tradeCompared', { given, received });
  return { checks: [{ label, status: 'passed', detail }], dangers: [] };
}
