import { parseSiweMessage } from 'viem/siwe';
import { i18n } from '#i18n';
import type { ApprovalCheck, ApprovalRow } from '../../../shared/approvals/view.ts';
import { foreignText, visible } from '../../../shared/visible-text.ts';
import { isRecap, type Recap, type RecapRight, readRecap } from './recap.ts';

/** Also where hidden characters stand between the words. */
const MARK =
  /wants\P{L}+you\P{L}+to\P{L}+sign\P{L}+in\P{L}+with\P{L}+your\P{L}+Ethereum\P{L}+account/iu;

export interface SignIn {
  readonly rows: readonly ApprovalRow[];
  readonly checks: readonly ApprovalCheck[];
  /** A sentence when it must not be signed. */
  readonly refusal?: string;
  /** A sentence that the user has to acknowledge: the sign-in gives rights. */
  readonly danger?: string;
}

/**
 * Holds a sign-in message (ERC-4361) against the site that asks: domain, address, chain and times.
 * `undefined` for messages that are none. A sign-in for another site is how accounts get stolen, so
 * it is refused.
 */
export function checkSignIn(
  text: string,
  asked: { origin: string; account: string; chainId: number; now: number },
): SignIn | undefined {
  if (!MARK.test(text)) return undefined;
  const message = parseSiweMessage(text);
  const { domain, address, chainId, uri, nonce, issuedAt, expirationTime, notBefore } = message;
  const site = new URL(asked.origin);
  // Without a scheme the message means https, and plain http on the user's own machine.
  const domainFits =
    domain === site.host &&
    (message.scheme ?? site.protocol.slice(0, -1)) === site.protocol.slice(0, -1);
  const isComplete =
    domain !== undefined &&
    address !== undefined &&
    uri !== undefined &&
    nonce !== undefined &&
    issuedAt !== undefined &&
    chainId !== undefined &&
    message.version === '1';
  const checks: ApprovalCheck[] = [
    check(i18n.t('approving.signForm'), isComplete, i18n.t('approving.signFormWrong')),
    check(
      i18n.t('approving.signSite'),
      domainFits,
      domain === undefined
        ? i18n.t('approving.signNoSite')
        : i18n.t('approving.signSiteWrong', { site: foreignText(domain, 100) }),
    ),
    check(
      i18n.t('approving.signAccount'),
      address?.toLowerCase() === asked.account.toLowerCase(),
      i18n.t('approving.signAccountWrong'),
    ),
    check(
      i18n.t('approving.signNetwork'),
      chainId === asked.chainId,
      i18n.t('approving.signNetworkWrong'),
    ),
    check(
      i18n.t('approving.signNotExpired'),
      expirationTime === undefined || expirationTime.getTime() > asked.now,
      i18n.t('approving.signExpired'),
    ),
    check(
      i18n.t('approving.signValid'),
      notBefore === undefined || notBefore.getTime() <= asked.now,
      i18n.t('approving.signNotYet'),
    ),
  ];
  const resources = message.resources ?? [];
  const recaps = resources.filter(isRecap).map(readRecap);
  const says = message.statement ?? '';
  if (recaps.length > 0) checks.push(recapCheck(recaps, says));
  const failed = checks.find(({ status }) => status === 'failed');
  return {
    rows: [
      { label: i18n.t('approving.signTo'), value: domain ?? '–' },
      ...(message.statement === undefined
        ? []
        : [{ label: i18n.t('approving.signSays'), value: visible(message.statement) }]),
      ...(uri === undefined ? [] : [{ label: i18n.t('approving.signFor'), value: visible(uri) }]),
      ...recaps.flatMap((recap) => (recap?.rights ?? []).map(rightRow)),
      ...resources
        .filter((value) => !isRecap(value))
        .map((value) => ({ label: i18n.t('approving.signResource'), value: visible(value) })),
    ],
    checks,
    ...(recaps.length === 0 ? {} : { danger: dangerOf(recaps) }),
    ...(failed === undefined
      ? {}
      : { refusal: i18n.t('approving.signRefused', { reason: failed.detail ?? '' }) }),
  };
}

/** Returns the row that describes one right. */
function rightRow({ resource, abilities, isRestricted }: RecapRight): ApprovalRow {
  const what = abilities.join(', ');
  const right = i18n.t(isRestricted ? 'approving.signRightLimited' : 'approving.signRightOn', {
    what,
    resource: visible(resource),
  });
  return { label: i18n.t('approving.signRight'), value: right };
}

/** Warns when rights can't be read, or when the text that people read names others (ERC-5573). */
function recapCheck(recaps: readonly (Recap | undefined)[], says: string): ApprovalCheck {
  const label = i18n.t('approving.signRights');
  if (recaps.some((recap) => recap === undefined)) {
    return { label, status: 'warned', detail: i18n.t('approving.signRightsUnreadable') };
  }
  return recaps.length === 1 && says.endsWith(recaps[0]?.statement ?? '')
    ? { label, status: 'passed' }
    : { label, status: 'warned', detail: i18n.t('approving.signRightsNotInText') };
}

function dangerOf(recaps: readonly (Recap | undefined)[]): string {
  return i18n.t(
    recaps.some((recap) => recap === undefined)
      ? 'approving.signUnreadableRightsDanger'
      : 'approving.signRightsDanger',
  );
}

function check(label: string, passes: boolean, detail: string): ApprovalCheck {
  return passes ? { label, status: 'passed' } : { label, status: 'failed', detail };
}
