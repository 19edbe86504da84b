import type { TypedData } from '../typed-data.ts';
import type { SnapshotFacts } from './facts.ts';
import { textOf } from './fields.ts';

const VOTE =
  /^Vote\(address from,string space,uint64 timestamp,(?:bytes32|string) proposal,(?:uint32|uint32\[\]|string) choice(?:,string reason)?(?:,string app)?(?:,string metadata)?\)$/;
const ALIAS = 'Alias(address from,address alias,uint64 timestamp)';

/**
 * Parses a vote or an alias for Snapshot. Its domain has only a name and a version, so no contract
 * accepts the signature.
 */
export function readSnapshot(data: TypedData, type: string): SnapshotFacts | undefined {
  const { domain, message } = data;
  const isSnapshot =
    domain.name === 'snapshot' &&
    Object.keys(domain).every((name) => /^(name|version)$/.test(name));
  if (!isSnapshot) return undefined;
  if (type === ALIAS) return { kind: 'voteAlias', alias: textOf(message.alias) };
  if (!VOTE.test(type)) return undefined;
  return {
    kind: 'vote',
    voter: textOf(message.from),
    space: textOf(message.space),
    proposal: textOf(message.proposal),
    choice: Array.isArray(message.choice) ? message.choice.join(', ') : textOf(message.choice),
  };
}
