import type { Address } from 'viem';
import { equalBytes, fromBase64url, fromHex, toBase64url } from '../../../shared/bytes.ts';
import { forgetLastMatch } from '../../../shared/last-match.ts';
import type { Random } from '../../../shared/ports.ts';
import { withoutHidden } from '../../../shared/visible-text.ts';
import { SecretFormatError } from './derivation.ts';
import { decryptKeystore } from './keystore.ts';
import { isSecret, type Secret, type Secrets } from './secrets.ts';
import { isPrivateKey } from './sign.ts';

/** A created or imported secret that isn't in the vault yet. */
export interface NewSecret {
  readonly draftId: string;
  readonly kind: 'seed' | 'key';
  readonly address: Address;
}

/** Creates and imports secrets, and keeps them until a vault contains them. */
export function createDrafts({ secrets, random }: { secrets: Secrets; random: Random }) {
  function adopt(kind: Secret['kind'], bytes: Uint8Array): NewSecret {
    const draftId = toBase64url(random.bytes(16));
    secrets.put(draftId, { kind, bytes, isDraft: true });
    return { draftId, kind, address: secrets.addressAt(draftId, {}) };
  }

  const draft = (draftId: string): Secret | undefined => {
    const found = secrets.find(draftId);
    return found?.isDraft === true ? found : undefined;
  };

  return {
    /** Creates a new seed and returns its words, to show them before the vault stores them. */
    draftSeed(count: 12 | 24): NewSecret & { words: readonly string[] } {
      const entropy = random.bytes(count === 12 ? 16 : 32);
      return { ...adopt('seed', entropy), words: secrets.wordsOf(entropy) };
    },

    /** Parses a typed recovery phrase or private key. Throws `SecretFormatError`. */
    draftImport(typed: string): NewSecret {
      let compact: string;
      try {
        compact = withoutWrapping(typed);
        // Any character can separate words. A key has only letters and digits.
        if (/[^\p{L}\p{N}]/u.test(compact)) return adopt('seed', secrets.entropyOf(compact));
      } finally {
        forgetLastMatch();
      }
      const key = fromHex(compact);
      if (key === undefined || !isPrivateKey(key)) {
        throw new SecretFormatError('badKey', 'The text is not a private key.');
      }
      return adopt('key', key);
    },

    /** Reads the private key of a keystore file (version 3). Throws `SecretFormatError`. */
    async draftKeystore(text: string, password: string): Promise<NewSecret> {
      const key = await decryptKeystore(text, password);
      if (!isPrivateKey(key)) {
        throw new SecretFormatError('emptyKeystore', 'The keystore holds no private key.');
      }
      return adopt('key', key);
    },

    /** Creates a draft from a secret in base64url, the form in vaults and recovery files. */
    draftSecret(kind: Secret['kind'], secret: string): NewSecret {
      const bytes = fromBase64url(secret);
      if (bytes === undefined || !isSecret({ kind, bytes })) {
        throw new SecretFormatError('damagedSecret', 'A secret of the file is damaged.');
      }
      return adopt(kind, bytes);
    },

    draftKind: (draftId: string) => draft(draftId)?.kind,

    discardDraft(draftId: string): void {
      if (draft(draftId) !== undefined) secrets.remove(draftId);
    },

    /** Returns the id of the vault's wallet that already has the draft's secret, if any. */
    walletOfDraft(draftId: string): string | undefined {
      const wanted = draft(draftId);
      if (wanted === undefined) return undefined;
      const { kind, bytes } = wanted;
      const found = secrets
        .entries()
        .find(([, held]) => !held.isDraft && held.kind === kind && equalBytes(held.bytes, bytes));
      return found?.[0];
    },
  };
}

/** Returns typed text without invisible characters and without surrounding punctuation. */
function withoutWrapping(typed: string): string {
  return withoutHidden(typed.replace(/[\s\u0085]+/g, ' '))
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .replace(/^0X/, '0x');
}
