import type { Address } from 'viem';

export type ProductName =
  | 'INVERSE_CALL'
  | 'PUT'
  | 'CALL_SPREAD'
  | 'INVERSE_CALL_SPREAD'
  | 'PUT_SPREAD'
  | 'CALL_FLY'
  | 'PUT_FLY'
  | 'IRON_CONDOR'
  | 'CALL_CONDOR'
  | 'PUT_CONDOR'
  | 'PHYSICAL_CALL'
  | 'PHYSICAL_PUT'
  | 'CALL_LOAN'
  | 'LINEAR_CALL'
  | 'RANGER';

export type ImplementationRevision = 'v6' | 'v6-deprecated' | 'r10' | 'r12';

export interface Implementation {
  readonly address: Address;
  readonly revision: ImplementationRevision;
  readonly product: ProductName;
  readonly strikeCount: number;
}

/** Implementations of options. These addresses alone determine an order's product. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  {
    address: '0x3CeB524cBA83D2D4579F5a9F8C0D1f5701dd16FE',
    revision: 'v6',
    product: 'INVERSE_CALL',
    strikeCount: 1,
  },
  {
    address: '0xF480F636301d50Ed570D026254dC5728b746A90F',
    revision: 'v6',
    product: 'PUT',
    strikeCount: 1,
  },
  {
    address: '0x4D75654bC616F64F6010d512C3B277891FB52540',
    revision: 'v6',
    product: 'CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xeD0fAe13331ab620504918469fA47Cf6A499a55e',
    revision: 'v6',
    product: 'INVERSE_CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xC9767F9a2f1eADC7Fdcb7f0057E829D9d760E086',
    revision: 'v6',
    product: 'PUT_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xD8EA785ab2A63a8a94C38f42932a54A3E45501c3',
    revision: 'v6',
    product: 'CALL_FLY',
    strikeCount: 3,
  },
  {
    address: '0x1fE24872Ab7c83BbA26Dc761ce2EA735c9b96175',
    revision: 'v6',
    product: 'PUT_FLY',
    strikeCount: 3,
  },
  {
    address: '0x494Cd61b866D076c45564e236D6Cb9e011a72978',
    revision: 'v6',
    product: 'IRON_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xbb5d2EB2D354D930899DaBad01e032C76CC3c28f',
    revision: 'v6',
    product: 'CALL_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xbdAcC00Dc3F6e1928D9380c17684344e947aa3Ec',
    revision: 'v6',
    product: 'PUT_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x07032ffb1df85eC006Be7c76249B9e6f39b60F32',
    revision: 'v6',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0xAC5eCA7129909dE8c12e1a41102414B5a5f340AA',
    revision: 'v6',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x6e0019bF9a44B60d57435a032Cb86b716629C08E',
    revision: 'v6',
    product: 'CALL_LOAN',
    strikeCount: 1,
  },
  {
    address: '0x72fc2920137E42473935D511B4AD29Efa34164C8',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0x9dA79023Af00d1f2054BB1eED0D49004fe41C5b5',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0xf1E551AB55b1303dEa76ed8d92B76F99eEec75d6',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0xC305f561Ef1de00F06b227f7593763C65C479f1B',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x1Fdec69e5Ac4FA9Cb7092f381c2DD5688759D43C',
    revision: 'r10',
    product: 'INVERSE_CALL',
    strikeCount: 1,
  },
  {
    address: '0x64b4B21Bf0845c79661f60ED48aA24d54Bf74Bb5',
    revision: 'r10',
    product: 'PUT',
    strikeCount: 1,
  },
  {
    address: '0x2Db5aFA04aeE616157Beb53b96612947b3d13eE3',
    revision: 'r10',
    product: 'CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xb529bA9d8d877d2641C8E8efED91fF603F09646e',
    revision: 'r10',
    product: 'INVERSE_CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0x571471B2f823cC6B5683FC99ac6781209BC85F55',
    revision: 'r10',
    product: 'PUT_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xEeEB29c9454974C89c5Fb1b3190fcb46b74f1eA1',
    revision: 'r10',
    product: 'LINEAR_CALL',
    strikeCount: 1,
  },
  {
    address: '0xb727690FDD4Bb0ff74f2f0CC3E68297850A634c5',
    revision: 'r10',
    product: 'CALL_FLY',
    strikeCount: 3,
  },
  {
    address: '0x78b02119007F9EFc2297A9738b9a47A3bc3c2777',
    revision: 'r10',
    product: 'PUT_FLY',
    strikeCount: 3,
  },
  {
    address: '0x7D3C622852d71B932D0903F973cafF45BCdBa4F1',
    revision: 'r10',
    product: 'CALL_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x5cc960B56049b6f850730FacB4F3EB45417c7679',
    revision: 'r10',
    product: 'PUT_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xb200253b68Fbf18f31D813AECEf97be3A6246b79',
    revision: 'r10',
    product: 'IRON_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x025A8ef95f8939fFdBA6a45973A28695846e9E45',
    revision: 'r10',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0x2d283D7aDe2896D98331496EE761F15Ed1D6a699',
    revision: 'r10',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x6a1D5Ce9E3BDEf110A06d8D025C171189d926D72',
    revision: 'r10',
    product: 'RANGER',
    strikeCount: 2,
  },
  {
    address: '0x7355EB92dfb0503DB558a70c10843618932ab290',
    revision: 'r12',
    product: 'PUT',
    strikeCount: 1,
  },
  {
    address: '0xE6c5756b0289e3f0994CB12eb8aB71Cd903Ed0Ea',
    revision: 'r12',
    product: 'INVERSE_CALL',
    strikeCount: 1,
  },
  {
    address: '0x051791df68223AE173Fade5217C48875e36eef61',
    revision: 'r12',
    product: 'LINEAR_CALL',
    strikeCount: 1,
  },
  {
    address: '0xfaeD63f7040E65b79cF0Ae29706fDc423eE249A9',
    revision: 'r12',
    product: 'CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0x02Fe0d9635e0139DBB3768a5d5Db404Fd84d9134',
    revision: 'r12',
    product: 'PUT_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0x7Be48100b1B0349528A96D64953295Cd0Bbe4B70',
    revision: 'r12',
    product: 'INVERSE_CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xa1d5f6b16A2e7f298F8d2cDF78F7779B4A20C4C2',
    revision: 'r12',
    product: 'CALL_FLY',
    strikeCount: 3,
  },
  {
    address: '0x4fd2C6D271cC6FF3EbD2027da9815a0608d03AA3',
    revision: 'r12',
    product: 'PUT_FLY',
    strikeCount: 3,
  },
  {
    address: '0x14476CF2ea9F7C448100F061670E390f17c78817',
    revision: 'r12',
    product: 'CALL_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xC742E422c7BB43A7FDe1CEF47997bC9D5b543cDD',
    revision: 'r12',
    product: 'PUT_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x9ebd7E23AfD52a48F557523019285EfEF2170D59',
    revision: 'r12',
    product: 'IRON_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x9980ec85bc6fE07340adb36c76FA093bb6D4FcBc',
    revision: 'r12',
    product: 'RANGER',
    strikeCount: 4,
  },
  {
    address: '0x8c56100caE246f7daa4BC1EC4d1477d71178c563',
    revision: 'r12',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0x6aD53DD058bea004829cCf58a282C21a7Df02DcA',
    revision: 'r12',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x7c444A2375275DaB925b32493B64a407eE955DEd',
    revision: 'r12',
    product: 'CALL_LOAN',
    strikeCount: 1,
  },
];
