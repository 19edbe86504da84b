import { keccak256, parseEther } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, DELEGATOR, delegatorHash, NO_CODE } from '../../shared/chain/delegation.ts';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import vectors from '../vectors/delegation.json' with { type: 'json' };
import { type Devnet, startDevnet } from './devnet.ts';
import { sendFrom, setCode } from './fill.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(() => devnet?.stop());

const codeAt = (address: string) => devnet.client.getCode({ address: address as `0x${string}` });

it('deploys the real code of the delegator and its manager at their addresses', async () => {
  expect(keccak256((await codeAt(DELEGATOR)) ?? '0x')).toBe(delegatorHash(CHAIN_ID));
  expect(delegatorHash(CHAIN_ID)).toBe(vectors.delegatorCodeHash);
  expect(keccak256((await codeAt(vectors.manager)) ?? '0x')).toBe(vectors.managerCodeHash);
});

it('the devnet sets and removes an account’s code when the account authorizes the change (EIP-7702)', async () => {
  const [account, payer] = devnet.accounts.takers;
  await setCode(devnet, { account, payer, delegate: DELEGATOR });
  expect(await codeAt(account.address)).toBe(codeOf(DELEGATOR));
  expect(codeOf(DELEGATOR)).toBe(vectors.codeOfADelegatedAccount);
  await sendFrom(devnet, payer, { to: account.address, value: parseEther('1') });
  await setCode(devnet, { account, payer, delegate: NO_CODE });
  expect(await codeAt(account.address)).toBeUndefined();
});
