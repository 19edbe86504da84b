import { type Address, encodeFunctionData, parseAbi } from 'viem';
import { namehash } from 'viem/ens';
import { NAME_SYSTEMS } from '../../entrypoints/background/chain/names.ts';
import { compileContracts } from '../devnet/compile.ts';
import type { Devnet } from '../devnet/devnet.ts';

const namesAbi = parseAbi([
  'function setAddr(bytes32 node, address value)',
  'function setName(bytes32 node, string value)',
  'function setNameForAddr(address account, string value)',
]);

/** Installs registries of Basenames and ENS on a devnet. Tests set the records. */
export async function installNames(devnet: Devnet) {
  const { client } = devnet;
  const { Names: code } = await compileContracts();
  if (code === undefined) throw new Error('The contract "Names" was not compiled.');
  const { data: bytecode } = await client.call({ data: code });
  if (bytecode === undefined) throw new Error('The contract "Names" cannot be created.');
  const [base, ens] = NAME_SYSTEMS;
  if (base?.registrar === undefined || ens === undefined) throw new Error('no name systems');
  for (const address of [base.registry, base.registrar, ens.registry]) {
    await client.setCode({ address, bytecode });
  }
  const from = devnet.accounts.deployer.address;
  const systemOf = (name: string) => (name.endsWith('.base.eth') ? base : ens);
  return {
    forward: (name: string, address: Address) =>
      devnet.send({
        from,
        to: systemOf(name).registry,
        data: encodeFunctionData({
          abi: namesAbi,
          functionName: 'setAddr',
          args: [namehash(name), address],
        }),
      }),
    /** Sets the name of an address in the record of the address's reverse node. */
    reverse: (address: Address, name: string, system = systemOf(name)) =>
      devnet.send({
        from,
        to: system.registry,
        data: encodeFunctionData({
          abi: namesAbi,
          functionName: 'setName',
          args: [namehash(`${address.slice(2).toLowerCase()}.${system.reverse}`), name],
        }),
      }),
    /** Sets an address's name in Base's newer registrar. */
    primary: (address: Address, name: string) =>
      devnet.send({
        from,
        to: base.registrar as Address,
        data: encodeFunctionData({
          abi: namesAbi,
          functionName: 'setNameForAddr',
          args: [address, name],
        }),
      }),
    base,
  };
}
