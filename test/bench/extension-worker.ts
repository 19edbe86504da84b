import { x25519 } from '@noble/curves/ed25519.js';
import { wordlist } from '@scure/bip39/wordlists/english';
import { systemRandom } from '../../entrypoints/background/platform/random.ts';
import { webAead } from '../../entrypoints/background/platform/web-aead.ts';
import { createSigner } from '../../entrypoints/background/signer/signer.ts';
import { openVault } from '../../entrypoints/background/vault/open/open.ts';
import { toBase64url } from '../../shared/bytes.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { sealEnvelope } from '../../shared/vault/envelope.ts';
import { PADDED_SIZES } from '../../shared/vault/padding.ts';
import type { VaultPayload } from '../../shared/vault/payload.ts';
import { AuthenticationResponse } from '../../shared/wire/vault.ts';

const RP_ID = 'localhost';
const ROUNDS = 60;
const id = () => toBase64url(systemRandom.bytes(32));
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

/** Returns 32 wallets with secrets, and contacts up to the maximum size of a snapshot. */
function largestPayload(accountId: string, credentialId: string, pk: string): VaultPayload {
  const at = Date.now();
  const wallets = Array.from({ length: 32 }, (_, i) => ({
    id: id(),
    kind: i % 2 === 0 ? ('seed' as const) : ('key' as const),
    name: `Wallet ${i}`,
    secret: toBase64url(systemRandom.bytes(i % 2 === 0 ? 16 : 32)),
    accounts: [{ address: address(i + 1), name: 'Account 1', hidden: false }],
    addedAt: at,
    updatedAt: at,
  }));
  const payload: VaultPayload = {
    schema: 2,
    accountId,
    revision: 7,
    prevDigest: id(),
    createdAt: at,
    device: 'bench',
    wallets,
    keyring: [{ credentialId, pk, name: 'bench', aaguid: '', addedAt: at }],
    contacts: [],
    settings: {},
    continuity: [{ epoch: 1, secret: id() }],
    backups: [],
    tombstones: [],
  };
  const contact = (n: number) => ({
    address: address(n),
    name: 'Contact'.repeat(4),
    updatedAt: at,
  });
  const room = (PADDED_SIZES.at(-1) ?? 0) - JSON.stringify(payload).length - 64;
  const count = Math.floor(room / (JSON.stringify(contact(1)).length + 1));
  return { ...payload, contacts: Array.from({ length: count }, (_, n) => contact(n)) };
}

/** Measures, in the wallet's worker, unlocking and sealing of the largest vault. */
async function measure(): Promise<{ unlock: number[]; seal: number[]; bytes: number }> {
  const secretKey = systemRandom.bytes(32);
  const [accountId, credentialId] = [id(), id()];
  const pk = toBase64url(x25519.getPublicKey(secretKey));
  const payload = largestPayload(accountId, credentialId, pk);
  const sealed = () => sealEnvelope({ payload, rpId: RP_ID, aead: webAead, random: systemRandom });
  const { envelope } = await sealed();
  const answer = JSON.stringify({ token: id(), expires: Date.now(), accountId, envelope });
  const unlock: number[] = [];
  const seal: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const signer = createSigner({
      random: systemRandom,
      loadWords: async () => wordlist.join('\n'),
      enforceLock: () => undefined,
    });
    // The worker prepares the signer at its start, before unlocking.
    await signer.prepare();
    const begun = performance.now();
    const login = parseAs(AuthenticationResponse, parseJson(answer));
    if (login === undefined) throw new Error('the login answer does not parse');
    const vault = await openVault({
      envelope: login.envelope,
      accountId,
      rpId: RP_ID,
      passkey: { credentialId, secretKey },
      aead: webAead,
    });
    signer.load(vault.payload);
    const opened = performance.now();
    await sealed();
    seal.push(performance.now() - opened);
    unlock.push(opened - begun);
  }
  return { unlock, seal, bytes: JSON.stringify(payload).length };
}

Object.assign(globalThis, { condorBench: measure });
