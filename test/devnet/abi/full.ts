import { optionAbi as walletOptionAbi } from '../../../shared/chain/abi/option.ts';
import { optionBookAbi as walletOptionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { optionFactoryAbi as walletFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { optionBookRestAbi } from './option-book-rest.ts';
import { optionFactoryRestAbi } from './option-factory-rest.ts';
import { optionRestAbi } from './option-rest.ts';

/** Complete interface of the deployed order book, revision r12. */
export const optionBookAbi = [...walletOptionBookAbi, ...optionBookRestAbi] as const;
/** Complete interface of the deployed option contracts. */
export const optionAbi = [...walletOptionAbi, ...optionRestAbi] as const;
/** Complete interface of the deployed factory of requests for quotation, revision r12. */
export const optionFactoryAbi = [...walletFactoryAbi, ...optionFactoryRestAbi] as const;
