import type { AbiParameter } from 'viem';
import { codeKey } from '../../components/texts/code-key.ts';
import type {
  CallDescriptor,
  DescribedFunction,
} from '../../shared/approvals/known-calls/descriptor.ts';
import { address, type Role, time, token } from '../../shared/approvals/known-calls/role.ts';

interface Format {
  readonly format: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly visible?: unknown;
}

interface Field extends Format {
  readonly path: string;
  readonly label: string;
}

/** Returns an English text by its key, such as `rows.maker`. */
export type TextOf = (key: string) => string | undefined;

/** Returns the function with the names of its parameters, by which ERC-7730 identifies it. */
const signatureOf = ({ abi }: DescribedFunction) => `${abi.name}(${parameters(abi.inputs)})`;

function parameters(inputs: readonly AbiParameter[]): string {
  return inputs.map((input) => `${typeOf(input)} ${input.name ?? ''}`).join(',');
}

function typeOf(input: AbiParameter): string {
  return 'components' in input
    ? `(${parameters(input.components)})${input.type.slice('tuple'.length)}`
    : input.type;
}

const RAW: Format = { format: 'raw' };
const CONTRACT: Format = { format: 'addressName', params: { types: ['contract'] } };
const WALLET: Format = { format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } };
const DATE: Format = { format: 'date', params: { encoding: 'timestamp' } };
const TICKER: Format = { format: 'tokenTicker' };
const HIDDEN: Format = { format: 'raw', visible: 'never' };
const DOLLARS: Format = { format: 'unit', params: { base: 'USD', decimals: 8 } };
const amountOf = (tokenPath: string): Format => ({ format: 'tokenAmount', params: { tokenPath } });

/** Labels and formats of members, by ABI name. A label is a text's key, or the text itself. */
const MEMBERS: Readonly<Record<string, readonly [label: string, format: Format | 'amount']>> = {
  maker: ['rows.maker', WALLET],
  requester: ['rows.requester', WALLET],
  existingOptionAddress: ['rows.option', CONTRACT],
  collateral: ['fill.check.collateral', TICKER],
  priceFeed: ['fill.check.priceFeed', CONTRACT],
  collateralPriceFeed: ['fill.check.priceFeed', CONTRACT],
  implementation: ['fill.check.implementation', CONTRACT],
  isCall: ['Is a call', RAW],
  isLong: ['The maker buys', RAW],
  isRequestingLongPosition: ['You buy', RAW],
  convertToLimitOrder: ['Stays open after the auction', RAW],
  strikes: ['rows.fillStrikes', DOLLARS],
  price: ['fill.check.price', { format: 'unit', params: { base: 'per contract', decimals: 8 } }],
  // A number of contracts has the decimals of the collateral.
  numContracts: ['rows.contracts', 'amount'],
  maxCollateralUsable: ['The maker’s budget', 'amount'],
  expiry: ['fill.check.optionExpiry', DATE],
  expiryTimestamp: ['fill.check.optionExpiry', DATE],
  orderExpiryTimestamp: ['fill.check.quoteExpiry', DATE],
  offerEndTimestamp: ['rows.offersUntil', DATE],
  extraOptionData: ['fill.check.extraData', RAW],
  referralId: ['rows.referral', RAW],
  // The factory fills in these members.
  requesterDeposit: ['Deposit', 'amount'],
  collateralAmount: ['Collateral', 'amount'],
  eventCode: ['Event code', HIDDEN],
};

/** Labels of arguments that aren't shown in a row, by the argument's name. */
const LABELS: Readonly<Record<string, string>> = {
  amount: 'rows.amount',
  offerAmount: 'rows.offer',
  quotationId: 'rows.request',
  offeror: 'rows.offeror',
  optionBook: 'fill.check.book',
  referrer: 'rows.referrer',
  swapRouter: 'rows.router',
  swapSrcAmount: 'rows.swapped',
  splitCollateralAmount: 'rows.collateralSplitOff',
  reservePrice: 'Limit, in total',
  isApproved: 'Is allowed',
  isBuyer: 'The buyer’s side',
  swapData: 'Data for the router',
  signingKey: 'Signing key',
  requesterPublicKey: 'Key for offers',
  encryptedOfferForRequester: 'Sealed offer',
  referralIds: 'rows.referral',
  token: 'rows.token',
};

/** Amounts whose token is a member of another argument, by the amount's name. */
const AMOUNTS: Readonly<Record<string, Format>> = { reservePrice: amountOf('params.collateral') };

/** Arguments that matter only to the contract. The token of a swap appears with its amount. */
const HIDDEN_ARGUMENTS = ['signature', 'nonce', 'swapSrcToken'];

/** Intents for the kinds of calls whose names aren't clear enough. */
const INTENTS: Readonly<Record<string, string>> = {
  fill: 'Fill an order',
  'swap and fill': 'Swap and fill an order',
  'cancel before': 'Cancel all orders that end before',
  'request quotation': 'Ask makers for offers',
};

/** Returns the formats of the descriptors' functions, by signature. */
export function formatsOf(descriptors: readonly CallDescriptor[], textOf: TextOf) {
  return Object.fromEntries(
    descriptors.flatMap((descriptor) =>
      Object.entries(descriptor.functions).flatMap(([kind, functions]) =>
        functions.map((one) => [signatureOf(one), formatOf(descriptor, kind, one, textOf)]),
      ),
    ),
  );
}

function formatOf(
  descriptor: CallDescriptor,
  kind: string,
  { abi, paths }: DescribedFunction,
  textOf: TextOf,
) {
  const pathOf = (name: string) => paths[name] ?? descriptor.roles[name]?.path ?? name;
  const fields = abi.inputs.flatMap((input) => fieldsOf(input, { descriptor, pathOf, textOf }));
  const sentence = textOf(`actions.asked.${codeKey(kind)}`);
  const intent = INTENTS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (sentence === undefined) return { intent, fields };
  const words = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${pathOf(name)}}`);
  const named = [...words.matchAll(/\{([^}]+)\}/g)].map(([, path]) => path);
  if (named.length === 0) return { intent: sentence, fields };
  const isShown = named.every((path) =>
    fields.some((field) => field.path === path && field.visible === undefined),
  );
  return { intent, ...(isShown ? { interpolatedIntent: words } : {}), fields };
}

interface Reading {
  readonly descriptor: CallDescriptor;
  readonly pathOf: (name: string) => string | bigint;
  readonly textOf: TextOf;
}

function fieldsOf(input: AbiParameter, { descriptor, pathOf, textOf }: Reading): Field[] {
  const { name = '' } = input;
  if ('components' in input) {
    const path = input.type.endsWith('[]') ? `${name}.[]` : name;
    return input.components.map((member) => memberField(member, path, textOf));
  }
  const [member] = Object.entries(descriptor.roles).filter(([role]) => pathOf(role) === name);
  const label =
    Object.entries(descriptor.rows ?? {}).find(([, shown]) => shown === member?.[0])?.[0] ?? '';
  const format = HIDDEN_ARGUMENTS.includes(name)
    ? HIDDEN
    : (AMOUNTS[name] ?? (member === undefined ? RAW : roleFormat(member[1], pathOf)));
  const text = textOf(LABELS[name] ?? '') ?? LABELS[name] ?? textOf(`rows.${label}`) ?? name;
  return [{ path: name, label: text, ...format }];
}

function memberField({ name = '', type }: AbiParameter, parent: string, textOf: TextOf): Field {
  const [label, format] = MEMBERS[name] ?? [name, RAW];
  return {
    path: `${parent}.${name}${type.endsWith('[]') ? '.[]' : ''}`,
    label: textOf(label) ?? label,
    ...(format === 'amount' ? amountOf(`${parent}.collateral`) : format),
  };
}

function roleFormat(role: Role, pathOf: (name: string) => string | bigint): Format {
  if (role.tokenMember !== undefined) return amountOf(String(pathOf(role.tokenMember)));
  if (role === token) return TICKER;
  if (role.schema === address.schema) return WALLET;
  if (role === time) return DATE;
  return RAW;
}
