import type { OtherVaultView } from '../../../shared/messages/snapshot.ts';
import { envelopeDigest } from '../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../shared/vault/envelope-text.ts';
import { isOnDevice } from '../vault/home/home.ts';
import { serverName } from '../vault/home/server-texts.ts';
import type { OtherVault } from '../vault/record/vault-record.ts';
import type { VaultSession } from '../vault/session.ts';
import { checkCode } from './check-code.ts';
import type { Handlers } from './serve.ts';

/** Opens, saves and deletes the vaults that are stored beside the present one. */
export function otherVaultHandlers(deps: {
  session: Pick<VaultSession, 'others'>;
}): Pick<Handlers, Extract<keyof Handlers, `otherVaults.${string}`>> {
  const { others } = deps.session;
  return {
    'otherVaults.return': ({ id }) => others.returnTo(id),
    'otherVaults.open': ({ id }) => others.open(id),
    'otherVaults.text': async ({ id }) => ({ text: await others.textOf(id) }),
    'otherVaults.delete': ({ id }) => others.remove(id),
  };
}

/** Returns the facts about another vault that are readable without its passkey. */
export function otherVaultView(other: OtherVault): OtherVaultView {
  if (other.kind === 'found') {
    const envelope = other.text === undefined ? undefined : parseEnvelopeText(other.text);
    return {
      kind: 'found',
      id: other.slot,
      ...(envelope === undefined || other.text === undefined
        ? {}
        : { revision: envelope.revision, checkCode: checkCode(envelopeDigest(other.text)) }),
    };
  }
  const { digest, tenant, revision, syncedAt } = other.vault;
  const isHere = isOnDevice(tenant);
  return {
    kind: 'former',
    id: other.slot,
    home: isHere ? 'device' : 'server',
    server: isHere ? '' : serverName(tenant.name),
    revision,
    checkCode: checkCode(digest),
    syncedAt,
    isKept: other.isKept,
  };
}
