import { i18n } from '#i18n';
import type {
  HyperliquidAction,
  HyperliquidFacts,
  HyperliquidRoute,
} from '../../../shared/approvals/signed/facts.ts';
import { shortAddress } from '../../../shared/format.ts';
import { foreignText, visible } from '../../../shared/visible-text.ts';
import { amountText } from '../../ui/numbers.ts';
import type { ApprovalRow } from '../worded.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { receiverChecks } from './signed-checks.ts';

/** HYPE has 8 decimals when it is staked. */
const STAKED_DECIMALS = 8;
/** The site writes these amounts, so only plain decimals count as numbers. */
const PLAIN_AMOUNT = /^\d{1,20}(?:\.\d{1,18})?$/;

interface Action {
  readonly sentence: string;
  readonly rows: readonly ApprovalRow[];
  readonly danger?: string;
}

/** Describes an action on Hyperliquid that only the account itself may sign. */
export function describeHyperliquid(
  { action, isTestnet }: HyperliquidFacts,
  context: SignedContext,
): SignedDescription {
  const { sentence, rows, danger } = describeAction(action, context);
  const receiver = receiverChecks(context);
  const dangers = [...(danger === undefined ? [] : [danger]), ...receiver.dangers];
  const network = i18n.t(isTestnet ? 'signed.hyperliquidTestnet' : 'signed.hyperliquidMainnet');
  return {
    sentence,
    rows: [...rows, { label: i18n.t('signed.network'), value: network }],
    checks: receiver.checks,
    ...(dangers.length === 0 ? {} : { danger: dangers.join(' ') }),
  };
}

function describeAction(action: HyperliquidAction, context: SignedContext): Action {
  switch (action.type) {
    case 'approveAgent':
      return {
        sentence: i18n.t('signed.approveAgent', { who: shortAddress(action.agent) }),
        rows: [
          { label: i18n.t('signed.agent'), value: action.agent },
          { label: i18n.t('signed.name'), value: visible(action.name) },
        ],
        danger: i18n.t('signed.approveAgentDanger'),
      };
    case 'withdraw':
    case 'send':
      return describeTransfer(action, context);
    case 'moveToPerps':
    case 'moveToSpot': {
      const what = `${amountIn(action.amount)} USDC`;
      return {
        sentence: i18n.t(
          action.type === 'moveToPerps' ? 'signed.moveToPerps' : 'signed.moveToSpot',
          { what },
        ),
        rows: [],
      };
    }
    case 'approveBuilderFee':
      return {
        sentence: i18n.t('signed.approveBuilderFee', {
          who: shortAddress(action.builder),
          rate: foreignText(action.rate, 20),
        }),
        rows: [{ label: i18n.t('signed.builder'), value: action.builder }],
        danger: i18n.t('signed.approveBuilderFeeDanger', { rate: foreignText(action.rate, 20) }),
      };
    case 'stake':
    case 'unstake': {
      const what = `${amountText(BigInt(action.amount), STAKED_DECIMALS, STAKED_DECIMALS)} HYPE`;
      return {
        sentence: i18n.t(action.type === 'stake' ? 'signed.stake' : 'signed.unstake', { what }),
        rows: [{ label: i18n.t('signed.validator'), value: action.validator }],
      };
    }
    case 'convertToMultiSig':
      return {
        sentence: i18n.t('signed.convertToMultiSig'),
        rows: [{ label: i18n.t('signed.signers'), value: visible(action.signers) }],
        danger: i18n.t('signed.convertToMultiSigDanger'),
      };
  }
}

function describeTransfer(
  {
    type,
    destination,
    amount,
    token = 'USDC',
    route,
  }: Extract<HyperliquidAction, { destination: string }>,
  { account }: SignedContext,
): Action {
  const isOwn = destination.toLowerCase() === account.toLowerCase();
  const what = `${amountIn(amount)} ${foreignText(token, 20)}`;
  const to = isOwn ? i18n.t('signed.yourAccount') : shortAddress(foreignText(destination, 60));
  return {
    sentence: i18n.t(type === 'withdraw' ? 'signed.withdraw' : 'signed.sendOnHyperliquid', {
      what,
      to,
    }),
    rows: [
      { label: i18n.t('signed.to'), value: visible(destination) },
      ...(route === undefined ? [] : routeRows(route)),
    ],
    ...dangerOf([
      ...(isOwn ? [] : [i18n.t('signed.leavesDanger', { what, to })]),
      ...(route === undefined || isOfHyperliquid(route.to)
        ? []
        : [i18n.t('signed.otherExchangeDanger', { what, exchange: foreignText(route.to, 30) })]),
    ]),
  };
}

function dangerOf(dangers: readonly string[]) {
  return dangers.length === 0 ? {} : { danger: dangers.join(' ') };
}

/** Other exchanges on Hyperliquid are run by somebody else (HIP-3). */
function isOfHyperliquid(exchange: string): boolean {
  return exchange === '' || exchange === 'spot';
}

function routeRows({ from, to, subAccount }: HyperliquidRoute): ApprovalRow[] {
  return [
    { label: i18n.t('signed.fromExchange'), value: exchangeText(from) },
    { label: i18n.t('signed.toExchange'), value: exchangeText(to) },
    ...(subAccount === ''
      ? []
      : [{ label: i18n.t('signed.fromSubAccount'), value: visible(subAccount) }]),
  ];
}

function exchangeText(exchange: string): string {
  if (!isOfHyperliquid(exchange)) return `“${foreignText(exchange, 30)}”`;
  return i18n.t(exchange === 'spot' ? 'signed.spotExchange' : 'signed.perpsExchange');
}

function amountIn(text: string): string {
  return PLAIN_AMOUNT.test(text) ? text : `“${foreignText(text, 30)}”`;
}
