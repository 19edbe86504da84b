import { first, KEY, second } from '../positive.ts';
import { fixed, hex } from '../sealed.ts';
import { challengeOf } from '../vault.ts';
import { otherAccount, stranger } from './bindings.ts';
import { account } from './opening.ts';

const change = {
  tenantId: 'main',
  accountId: account.accountId,
  challengeId: fixed('challenge id', 32),
  operationId: fixed('operation id', 32),
  revision: 1,
  digest: Buffer.from(second.digest, 'base64url'),
  removed: [stranger.credentialId],
};
type Change = Parameters<typeof challengeOf>[0];

function offered(name: string, difference: Partial<Change>, kind: Change['kind'] = 'mutation') {
  const asked = { ...change, kind };
  return {
    name,
    reason: 'the passkey would sign another change',
    change: {
      kind,
      tenantId: change.tenantId,
      accountId: hex(change.accountId),
      challengeId: hex(change.challengeId),
      operationId: hex(change.operationId),
      revision: change.revision,
      digest: second.digest,
      removed: change.removed.map(hex),
    },
    offered: challengeOf({ ...asked, ...difference }).toString('base64url'),
  };
}

export const CHALLENGES = [
  offered('another tenant', { tenantId: 'other' }),
  offered('the account of somebody else', { accountId: otherAccount }),
  offered('another challenge id', { challengeId: fixed('other challenge id', 32) }),
  offered('another operation', { operationId: fixed('other operation id', 32) }),
  offered('the new revision instead of the old', { revision: 2 }),
  offered('another envelope', { digest: Buffer.from(first.digest, 'base64url') }),
  offered('a removal instead of a commit', { kind: 'removal' }),
  offered('a deletion instead of a commit', { kind: 'deletion' }),
  offered('the removal of another passkey', { removed: [KEY.credentialId] }, 'removal'),
  offered(
    'the removal of one passkey more',
    { removed: [...change.removed, KEY.credentialId] },
    'removal',
  ),
  offered('a commit instead of a removal', { kind: 'mutation' }, 'removal'),
  offered('a deletion of another account', { accountId: otherAccount }, 'deletion'),
  offered('a deletion at another revision', { revision: 2 }, 'deletion'),
];
