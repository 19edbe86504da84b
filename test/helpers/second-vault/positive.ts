import { aes } from './bytes.ts';
import { checkCharacter, groups, type Kdf, recoveryAad, recoveryKey } from './recovery.ts';
import { fixed, hex, type Plan, sealed, vectorOf } from './sealed.ts';
import { keysOf, type Passkey, pad } from './vault.ts';

const ACCOUNT = { rpId: 'vault.example.com', accountId: fixed('account', 32) };
const DEVICE = {
  rpId: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  accountId: fixed('device account', 32),
};
export const LAPTOP = { credentialId: fixed('laptop', 16), prf: fixed('laptop prf', 32) };
export const KEY = { credentialId: fixed('security key', 64), prf: fixed('security key prf', 32) };
const AT = 1_800_000_000_000;

export const epoch = (number: number) => ({
  epoch: number,
  secret: fixed(`epoch ${number}`, 32).toString('base64url'),
});

function contentOf(account: typeof ACCOUNT, passkeys: readonly Passkey[], change: object = {}) {
  return {
    schema: 2,
    accountId: account.accountId.toString('base64url'),
    revision: 1,
    prevDigest: '',
    createdAt: AT,
    device: 'Laptop',
    wallets: [],
    keyring: passkeys.map((passkey) => ({
      credentialId: passkey.credentialId.toString('base64url'),
      pk: keysOf(passkey, account).publicKey.toString('base64url'),
      name: 'Passkey',
      aaguid: '',
      addedAt: AT,
    })),
    continuity: [epoch(1)],
    contacts: [],
    settings: {},
    backups: [],
    tombstones: [],
    ...change,
  };
}

const WALLETS = [
  {
    id: 'w1',
    kind: 'seed',
    name: 'Main',
    secret: fixed('entropy', 16).toString('base64url'),
    accounts: [
      { address: `0x${hex(fixed('account 0', 20))}`, index: 0, name: 'Account 1', hidden: false },
      { address: `0x${hex(fixed('account 1', 20))}`, index: 1, name: 'Account 2', hidden: true },
      {
        address: `0x${hex(fixed('account 2', 20))}`,
        index: 1,
        path: 'ledger-live',
        name: 'Ledger 2',
        hidden: false,
      },
    ],
    addedAt: AT,
    updatedAt: AT + 1,
  },
  {
    id: 'w2',
    kind: 'key',
    name: 'Savings',
    secret: fixed('private key', 32).toString('base64url'),
    accounts: [{ address: `0x${hex(fixed('key', 20))}`, name: 'Savings', hidden: false }],
    addedAt: AT,
    updatedAt: AT,
  },
  {
    id: 'w3',
    kind: 'watch',
    name: 'Watched',
    accounts: [{ address: `0x${hex(fixed('watched', 20))}`, name: 'Watched', hidden: false }],
    addedAt: AT,
    updatedAt: AT,
  },
];
const CONTACTS = [
  { address: `0x${hex(fixed('contact', 20))}`, name: 'Mäx 🦅 "quoted"', updatedAt: AT },
];

const BACKUPS = [
  { walletId: 'w1', phraseAt: AT, fileAt: AT + 1 },
  { walletId: 'w2', fileAt: AT + 1 },
];

const FIRST: Plan = {
  name: 'the first envelope of an account',
  tenantId: 'main',
  account: ACCOUNT,
  passkeys: [LAPTOP],
  revision: 1,
  json: JSON.stringify(contentOf(ACCOUNT, [LAPTOP])),
};
export const first = sealed(FIRST);

export function secondPlan(name: string, change: object = {}): Plan {
  const content = contentOf(ACCOUNT, [LAPTOP, KEY], {
    revision: 2,
    prevDigest: first.digest,
    wallets: WALLETS,
    contacts: CONTACTS,
    settings: { theme: { value: { dark: true }, updatedAt: AT } },
    continuity: [epoch(2), epoch(1)],
    backups: BACKUPS,
    tombstones: [{ kind: 'contact', key: `0x${hex(fixed('gone', 20))}`, deletedAt: AT }],
    history: [{ kind: 'wallet', key: 'w1', field: 'name', lost: 'Old', kept: 'Main', at: AT }],
    ...change,
  });
  return {
    name,
    tenantId: 'main',
    account: ACCOUNT,
    passkeys: [LAPTOP, KEY],
    revision: 2,
    json: JSON.stringify(content),
  };
}
export const second = sealed(secondPlan('a second envelope with two passkeys'));

const device = sealed({
  name: 'a vault on the device, padded to 8 KiB',
  tenantId: 'device',
  account: DEVICE,
  passkeys: [LAPTOP],
  revision: 1,
  json: JSON.stringify(
    contentOf(DEVICE, [LAPTOP], {
      contacts: Array.from({ length: 40 }, (_, i) => ({
        address: `0x${hex(fixed(`contact ${i}`, 20))}`,
        name: `Contact ${i}`,
        updatedAt: AT,
      })),
    }),
  ),
});

const CODE_LETTERS = 'CNDR0VA2QT1234567890WXYZ';
export const CODE = groups(CODE_LETTERS + checkCharacter(CODE_LETTERS));
export const RECOVERED = {
  schema: 2,
  wallets: WALLETS,
  contacts: CONTACTS,
  settings: {},
  backups: BACKUPS,
};

export function recoveryFile(
  contents: object,
  change: { readonly kdf?: Partial<Kdf>; readonly padded?: Buffer } = {},
) {
  const kdf = { N: 1024, r: 8, p: 1, salt: fixed('recovery salt', 16), ...change.kdf };
  const iv = fixed('recovery iv', 12);
  const key = recoveryKey(CODE, kdf);
  const aad = recoveryAad(kdf, AT);
  const bytes = change.padded ?? pad(Buffer.from(JSON.stringify(contents)));
  const file = {
    format: 'condor-recovery',
    version: 1,
    createdAt: AT,
    kdf: { name: 'scrypt', N: kdf.N, r: kdf.r, p: kdf.p, salt: kdf.salt.toString('base64url') },
    iv: iv.toString('base64url'),
    ct: aes.seal({ key, iv, aad, bytes }).toString('base64url'),
  };
  return { file, key, aad, text: JSON.stringify(file) };
}

export const LIGHT = 'a recovery file with less work';
export const lightRecovery = recoveryFile(RECOVERED);

const recoveryVector = (name: string, made: typeof lightRecovery) => ({
  name,
  code: CODE,
  key: hex(made.key),
  aad: hex(made.aad),
  text: made.text,
  contents: RECOVERED,
});

export const POSITIVE = {
  note: 'Vectors of shared/vault/FORMAT.md. Bytes are hex, except in texts, digests and challenges.',
  envelopes: [first, second, device].map(vectorOf),
  paddings: [4, 8, 16, 32, 64, 72].flatMap((kib) =>
    [kib * 1024 - 5, kib * 1024 - 4, kib * 1024 - 3]
      .filter((jsonLength) => jsonLength <= 72 * 1024 - 4)
      .map((jsonLength) => ({ jsonLength, paddedLength: pad(Buffer.alloc(jsonLength)).length })),
  ),
  recoveryFiles: [
    recoveryVector('a recovery file', recoveryFile(RECOVERED, { kdf: { N: 32_768 } })),
    recoveryVector(LIGHT, lightRecovery),
  ],
};
