import { i18n } from '#i18n';
import type { RecapRight } from '../../shared/approvals/recap.ts';
import {
  refusedProblem,
  type SignIn,
  type SignInFinding,
  type SignInProblem,
} from '../../shared/approvals/sign-in.ts';
import type { MessageView } from '../../shared/messages/approval-view.ts';
import { foreignText, visible } from '../../shared/visible-text.ts';
import type { SignedDescription } from './signed/description.ts';
import type { ApprovalCheck, ApprovalRow } from './worded.ts';

export interface MessageDescription extends Omit<SignedDescription, 'sentence'> {
  readonly title: string;
}

const DANGEROUS = [
  'parentSite',
  'otherUri',
  'otherNetwork',
  'expired',
  'notYetValid',
  'unreadableRights',
] as const satisfies readonly SignInProblem[];

/** Describes a `personal_sign` message. */
export function describeMessage({ text, hex, signIn }: MessageView): MessageDescription {
  const isReadable = text !== undefined;
  if (signIn === undefined) {
    const danger = bytesDanger(hex, isReadable);
    return {
      title: i18n.t('approvals.signMessageTitle'),
      rows: [],
      checks: [],
      ...(danger === undefined ? {} : { danger }),
    };
  }
  const refusal = isReadable ? refusalOf(signIn) : i18n.t('signIn.hiddenCharacters');
  const danger = dangerOf(signIn);
  return {
    title:
      signIn.form === 'standard'
        ? i18n.t('approvals.signInTitle')
        : i18n.t('approvals.signMessageTitle'),
    rows: signIn.form === 'standard' ? signInRows(signIn) : [],
    checks: signIn.findings.map((finding) => checkOf(finding, signIn)),
    ...(refusal === undefined ? {} : { refusal }),
    ...(danger === '' ? {} : { danger }),
  };
}

/**
 * A message with as many characters as a hash has bytes can be the hash of a transaction or an
 * order, even if it is readable: an attacker can vary an order until every byte of its hash is a
 * letter.
 */
const HASH_BYTES = 32;

function bytesDanger(hex: string, isReadable: boolean): string | undefined {
  if (hex.length === 2 + 2 * HASH_BYTES) {
    return i18n.t(isReadable ? 'signIn.hashLikeDanger' : 'signIn.hashDanger');
  }
  return isReadable ? undefined : i18n.t('signIn.unreadableDanger');
}

function signInRows({ domain, statement, uri, rights, resources }: SignIn): ApprovalRow[] {
  return [
    { label: i18n.t('signIn.to'), value: visible(domain ?? '–') },
    ...(statement === undefined
      ? []
      : [{ label: i18n.t('signIn.statement'), value: visible(statement) }]),
    ...(uri === undefined ? [] : [{ label: i18n.t('signIn.uri'), value: visible(uri) }]),
    ...rights.map(rightRow),
    ...resources.map((value) => ({ label: i18n.t('signIn.resource'), value: visible(value) })),
  ];
}

function rightRow({ resource, abilities, isRestricted }: RecapRight): ApprovalRow {
  const values = { what: abilities.join(', '), resource: visible(resource) };
  return {
    label: i18n.t('signIn.right'),
    value: isRestricted
      ? i18n.t('signIn.rightWithConditions', values)
      : i18n.t('signIn.rightOn', values),
  };
}

function checkOf({ check, problem }: SignInFinding, signIn: SignIn): ApprovalCheck {
  const label = i18n.t(`signIn.${check}`);
  if (problem === undefined) return { label, status: 'passed' };
  const status = refusedProblem(signIn) === problem ? 'failed' : 'warned';
  return { label, status, detail: detailOf(problem, signIn) };
}

function detailOf(problem: SignInProblem, { domain, uri }: SignIn): string {
  if (problem === 'otherSite' && domain === undefined) return i18n.t('signIn.otherSite');
  const values = { site: foreignText(domain ?? '', 100), uri: foreignText(uri ?? '', 100) };
  return i18n.t(`signIn.problem.${problem}`, values);
}

function refusalOf(signIn: SignIn): string | undefined {
  const problem = refusedProblem(signIn);
  return problem === undefined
    ? undefined
    : i18n.t('signIn.refused', { reason: detailOf(problem, signIn) });
}

function dangerOf({ findings, rights }: SignIn): string {
  const problems = findings.flatMap(({ problem }) => problem ?? []);
  const areRightsRead = rights.length > 0 && !problems.includes('unreadableRights');
  return [
    ...DANGEROUS.filter((danger) => problems.includes(danger)).map((danger) =>
      i18n.t(`signIn.danger.${danger}`),
    ),
    ...(areRightsRead ? [i18n.t('signIn.rightsDanger')] : []),
  ].join(' ');
}
