import { parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { readAbi, readAbiItem } from '../../../shared/chain/read-abi.ts';

const SIGNATURES = [
  'function decimals() view returns (uint8)',
  'function claims(address, address) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function add(uint256 a, uint256 b) pure returns (uint256 sum)',
  'function quotes(uint256[] strikes, bytes32[2][] pairs) view returns (uint256[], string name)',
  'function ask((address maker, (uint256 id, bytes data) inner, bool isCall) order, bytes signature)',
  'function run((address target, bytes callData)[] calls) payable returns ((bool success, bytes data)[] results)',
  'function pair() view returns ((uint256 a), (uint256 b)[3])',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Filled((uint256 id) order, address indexed)',
  'error Failed()',
  'error TooLong(string text)',
] as const;

it('parses several signatures to the same ABI as viem', () => {
  expect(readAbi(SIGNATURES)).toEqual(parseAbi(SIGNATURES));
});

it('parses one signature to the same ABI item as viem', () => {
  expect(readAbiItem('function deposit() payable')).toEqual(
    parseAbi(['function deposit() payable'])[0],
  );
});
