import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  stringToHex,
} from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';
import { isRecord } from '../../../shared/is-record.ts';

/** Answers of a token contract; `undefined` reverts. */
export interface TokenAnswers {
  readonly symbol: string | undefined;
  readonly decimals: bigint | undefined;
  /** True if the symbol is returned as bytes32, as old tokens do. */
  readonly isOld?: boolean;
}

const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11';

/**
 * Creates a node whose contracts answer `symbol` and `decimals`, both in single calls and in a
 * multicall.
 */
export function tokenNode(tokenAt: (address: string) => TokenAnswers) {
  const asked: string[] = [];
  const answer = (to: string, data: Hex): Hex | undefined => {
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data });
    const { symbol, decimals, isOld } = tokenAt(to.toLowerCase());
    if (functionName === 'symbol' && symbol !== undefined && isOld === true)
      return stringToHex(symbol, { size: 32 });
    if (functionName === 'symbol')
      return symbol === undefined ? undefined : encodeAbiParameters([{ type: 'string' }], [symbol]);
    return decimals === undefined
      ? undefined
      : encodeAbiParameters([{ type: 'uint256' }], [decimals]);
  };
  const request = async (method: string, params: unknown): Promise<unknown> => {
    const [call] = Array.isArray(params) ? params : [];
    if (method !== 'eth_call' || !isRecord(call)) throw new TypeError('away');
    const [to, data] = [String(call.to).toLowerCase(), call.data as Hex];
    asked.push(method);
    if (to !== MULTICALL) {
      const result = answer(to, data);
      if (result === undefined) throw new TypeError('reverted');
      return result;
    }
    const { args } = decodeFunctionData({ abi: multicall3Abi, data });
    const results = (args[0] as readonly { target: string; callData: Hex }[]).map(
      ({ target, callData }) => {
        const returnData = answer(target, callData);
        return { success: returnData !== undefined, returnData: returnData ?? ('0x' as const) };
      },
    );
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: results,
    });
  };
  return { asked, request };
}
