import { parseSiweMessage } from 'viem/siwe';
import { siteOf } from '../site-of.ts';
import { type Budget, createBudget } from './budget.ts';
import { isRecap, type Recap, type RecapRight, readRecap } from './recap.ts';
import { matchSites, type SiteMatch } from './sign-in-site.ts';

/** The phrase of a sign-in, even with hidden characters between its words. */
const PHRASE =
  /wants\P{L}+you\P{L}+to\P{L}+sign\P{L}+in\P{L}+with\P{L}+your\P{L}+Ethereum\P{L}+account/iu;

type SignInCheck = 'form' | 'site' | 'uri' | 'account' | 'network' | 'expiry' | 'start' | 'rights';

export type SignInProblem =
  | 'notStandard'
  | 'otherSite'
  /** The domain is a parent domain of the requesting site. */
  | 'parentSite'
  /** The URI isn't on the requesting site or its domain. */
  | 'otherUri'
  | 'otherAccount'
  | 'otherNetwork'
  | 'expired'
  | 'notYetValid'
  | 'unreadableRights'
  | 'rightsNotInText';

export interface SignInFinding {
  readonly check: SignInCheck;
  /** Absent if the check passed. */
  readonly problem?: SignInProblem;
}

/** A sign-in message, compared with its request. */
export interface SignIn {
  /** `resembling`: has a sign-in's phrase, but not ERC-4361's form. */
  readonly form: 'standard' | 'resembling';
  readonly domain?: string;
  readonly statement?: string;
  readonly uri?: string;
  /** Rights that the message grants to the site (ERC-5573). */
  readonly rights: readonly RecapRight[];
  readonly resources: readonly string[];
  readonly findings: readonly SignInFinding[];
}

/** Prefix of a ReCap URI (ERC-5573). */
const RECAP = 'urn:recap:';

/** The site's request to sign the message. `now` is in milliseconds. */
export interface SignInRequest {
  readonly origin: string;
  readonly account: string;
  readonly chainId: number;
  readonly now: number;
}

/** Problems that forbid signing, because accounts are stolen by sign-ins for other sites. */
const REFUSED: readonly SignInProblem[] = ['otherSite', 'otherAccount'];

/** Returns the problem that forbids signing, if any. */
export function refusedProblem({ findings }: SignIn): SignInProblem | undefined {
  return findings.find(({ problem }) => problem !== undefined && REFUSED.includes(problem))
    ?.problem;
}

/**
 * Parses a sign-in message (ERC-4361) and compares it with the requesting site, account, chain and
 * time. Returns `undefined` for a message without the phrase of a sign-in.
 * @throws BudgetError
 */
export function readSignIn(
  text: string,
  request: SignInRequest,
  budget: Budget = createBudget(),
): SignIn | undefined {
  if (!PHRASE.test(text)) return undefined;
  spendLines(text, budget);
  const message = parseMessage(text);
  const { domain, address, chainId, uri, nonce, issuedAt, expirationTime, notBefore } = message;
  const isStandard =
    isWhole(text) &&
    isDated(message) &&
    domain !== undefined &&
    address !== undefined &&
    uri !== undefined &&
    nonce !== undefined &&
    issuedAt !== undefined &&
    chainId !== undefined &&
    message.version === '1';
  const site = matchSites(text, request.origin);
  if (!isStandard) return resembling(text, { site, message, request });
  const isOwn = address.toLowerCase() === request.account.toLowerCase();
  const isExpired = expirationTime !== undefined && expirationTime.getTime() <= request.now;
  const isEarly = notBefore !== undefined && notBefore.getTime() > request.now;
  const resources = message.resources ?? [];
  const recaps = resources.filter(isRecap).map((recap) => readRecap(recap, budget));
  return {
    form: 'standard',
    domain,
    uri,
    ...(message.statement === undefined ? {} : { statement: message.statement }),
    rights: recaps.flatMap((recap) => recap?.rights ?? []),
    resources: resources.filter((resource) => !isRecap(resource)),
    findings: [
      finding('form'),
      finding('site', siteProblem(site)),
      finding('uri', uriProblem(uri, request.origin)),
      finding('account', isOwn ? undefined : 'otherAccount'),
      finding('network', chainId === request.chainId ? undefined : 'otherNetwork'),
      finding('expiry', isExpired ? 'expired' : undefined),
      finding('start', isEarly ? 'notYetValid' : undefined),
      ...(recaps.length === 0 ? [] : [rightsFinding(recaps, message.statement ?? '')]),
    ],
  };
}

/** Matches an IPv6 address with its port, which viem's parser doesn't accept. */
const IPV6_DOMAIN =
  /^((?:[a-z][a-z\d+.-]*:\/\/)?)(\[[\da-f:.]{2,45}\](?::\d{1,5})?)(?= wants you)/i;

function parseMessage(text: string): Message {
  const [, , domain] = IPV6_DOMAIN.exec(text) ?? [];
  if (domain === undefined) return parseSiweMessage(text);
  return { ...parseSiweMessage(text.replace(IPV6_DOMAIN, '$1ipv6.invalid')), domain };
}

/** At each occurrence of this text, viem's parser reads the rest of the line. */
const READ_FROM = 'URI: ';

function spendLines(text: string, budget: Budget): void {
  for (const line of text.split('\n')) {
    budget.spend(line.length * line.split(READ_FROM).length);
  }
}

type Message = ReturnType<typeof parseSiweMessage>;

/** The lines after the statement, in ERC-4361's order. */
const FIELDS =
  /\nURI: .+\nVersion: 1\nChain ID: \d+\nNonce: [a-zA-Z0-9]{8,}\nIssued At: .+(?:\nExpiration Time: .+)?(?:\nNot Before: .+)?(?:\nRequest ID: .*)?(?:\nResources:(?:\n- .+)*)?$/;

/** Returns true when the message has only ERC-4361's lines after its statement. */
function isWhole(text: string): boolean {
  return FIELDS.test(text);
}

/** Returns true when every time in the message is valid. */
function isDated({ issuedAt, expirationTime, notBefore }: Message): boolean {
  return [issuedAt, expirationTime, notBefore].every(
    (time) => time === undefined || !Number.isNaN(time.getTime()),
  );
}

/**
 * Checks a message that only resembles ERC-4361. A server that isn't strict could accept it, so
 * another site, another account, an expired time and rights are reported, too.
 */
function resembling(
  text: string,
  known: { site: SiteMatch; message: Message; request: SignInRequest },
): SignIn {
  const { site, message, request } = known;
  const { domain, address, uri, expirationTime } = message;
  const isOther = address !== undefined && address.toLowerCase() !== request.account.toLowerCase();
  const isExpired = expirationTime !== undefined && expirationTime.getTime() <= request.now;
  return {
    form: 'resembling',
    ...(domain === undefined ? {} : { domain }),
    ...(uri === undefined ? {} : { uri }),
    rights: [],
    resources: [],
    findings: [
      finding('form', 'notStandard'),
      ...(site === 'noSite' ? [] : [finding('site', siteProblem(site))]),
      ...(uri === undefined ? [] : [finding('uri', uriProblem(uri, request.origin))]),
      ...(isOther ? [finding('account', 'otherAccount')] : []),
      ...(isExpired ? [finding('expiry', 'expired')] : []),
      ...(text.includes(RECAP) ? [finding('rights', 'unreadableRights')] : []),
    ],
  };
}

function siteProblem(site: SiteMatch): SignInProblem | undefined {
  if (site === 'same') return undefined;
  return site === 'parentSite' ? 'parentSite' : 'otherSite';
}

/**
 * Compares the URI, because some servers check only the URI. Accepts another host of the site's
 * domain, which may be the site's backend.
 */
function uriProblem(uri: string, origin: string): SignInProblem | undefined {
  const isOfSite =
    URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol) && siteOf(uri) === siteOf(origin);
  return isOfSite ? undefined : 'otherUri';
}

/** Reports rights that can't be parsed or that the statement doesn't state (ERC-5573). */
function rightsFinding(recaps: readonly (Recap | undefined)[], statement: string): SignInFinding {
  if (recaps.some((recap) => recap === undefined)) return finding('rights', 'unreadableRights');
  const isNamed = recaps.length === 1 && statement.endsWith(recaps[0]?.statement ?? '');
  return finding('rights', isNamed ? undefined : 'rightsNotInText');
}

function finding(check: SignInCheck, problem?: SignInProblem): SignInFinding {
  return problem === undefined ? { check } : { check, problem };
}
