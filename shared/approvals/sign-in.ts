import { parseSiweMessage } from 'viem/siwe';
import type { ApprovalCheck, ApprovalRow } from './view.ts';

/** Also where hidden characters stand between the words. */
const MARK =
  /wants\P{L}+you\P{L}+to\P{L}+sign\P{L}+in\P{L}+with\P{L}+your\P{L}+Ethereum\P{L}+account/iu;

export interface SignIn {
  readonly rows: readonly ApprovalRow[];
  readonly checks: readonly ApprovalCheck[];
  /** A sentence when it must not be signed. */
  readonly refusal?: string;
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
    check('Form', isComplete, 'A part that every sign-in must have is missing.'),
    check(
      'Site',
      domainFits,
      `The message is for ${domain ?? 'no site'}, not for the site that asks.`,
    ),
    check(
      'Account',
      address?.toLowerCase() === asked.account.toLowerCase(),
      'The message names another account.',
    ),
    check(
      'Network',
      chainId === asked.chainId,
      'The message names another network than the site is on.',
    ),
    check(
      'Not expired',
      expirationTime === undefined || expirationTime.getTime() > asked.now,
      'The message has expired.',
    ),
    check(
      'Already valid',
      notBefore === undefined || notBefore.getTime() <= asked.now,
      'The message is not valid yet.',
    ),
  ];
  const failed = checks.find(({ status }) => status === 'failed');
  return {
    rows: [
      { label: 'Sign in to', value: domain ?? '–' },
      ...(message.statement === undefined ? [] : [{ label: 'Says', value: message.statement }]),
      ...(uri === undefined ? [] : [{ label: 'For', value: uri }]),
      ...(message.resources ?? []).map((value) => ({ label: 'Resource', value })),
    ],
    checks,
    ...(failed === undefined ? {} : { refusal: `${failed.detail} Condor does not sign it.` }),
  };
}

function check(label: string, passes: boolean, detail: string): ApprovalCheck {
  return passes ? { label, status: 'passed' } : { label, status: 'failed', detail };
}
