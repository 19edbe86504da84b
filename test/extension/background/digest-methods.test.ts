import { type Hex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { personal_ecRecover } from '../../../entrypoints/background/rpc/methods/personal_ecRecover.ts';

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const message = toHex('hello');
const ecRecover = personal_ecRecover();

async function recover(signature: Hex): Promise<unknown> {
  return ecRecover.prepare([message, signature])(undefined as never);
}

describe('personal_ecRecover', () => {
  it('returns the signer’s address in lower case, for both encodings of the signature’s last byte', async () => {
    const signature = await signer.signMessage({ message: { raw: message } });
    const short = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}` as const;
    expect(await recover(signature)).toBe(signer.address.toLowerCase());
    expect(await recover(short as Hex)).toBe(signer.address.toLowerCase());
  });

  it('rejects bytes that aren’t a valid signature', async () => {
    await expect(recover(`0x${'00'.repeat(64)}1b`)).rejects.toMatchObject({
      code: 'invalidParams',
    });
    await expect(recover(`0x${'11'.repeat(64)}05`)).rejects.toMatchObject({
      code: 'invalidParams',
    });
  });
});
