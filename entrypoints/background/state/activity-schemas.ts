import {
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  String as Text,
  Union,
} from 'typebox';

const closed = { additionalProperties: false };

export const ActivitySchema = List(
  Shape(
    {
      id: Text(),
      kind: Union([Literal('transaction'), Literal('signature'), Literal('connection')]),
      at: Integer(),
      origin: Text(),
      account: Text(),
      words: Text(),
      hash: Optional(Text()),
      status: Optional(
        Union([
          Literal('signed'),
          Literal('sent'),
          Literal('confirmed'),
          Literal('failed'),
          Literal('dropped'),
          Literal('replaced'),
        ]),
      ),
      /** Absent on rows of before other networks: Base. */
      chainId: Optional(Integer()),
      /** The request that it answers: one that comes again after worker death finds this hash. */
      requestKey: Optional(Text()),
      /** Number of the block that holds it; it may leave it again by a reorg. */
      block: Optional(Text()),
      /** Id of the own transaction that took its nonce. */
      replacedBy: Optional(Text()),
      /** It only took another one's nonce, and does nothing itself. */
      isCancel: Optional(Bool()),
      /** An allowance that it granted, to be listed and revoked. */
      allowance: Optional(Shape({ token: Text(), spender: Text(), amount: Text() }, closed)),
      /** Receiver of the coin or the tokens that it sent. */
      receiver: Optional(Text()),
      reason: Optional(Text()),
      /** Signed bytes, kept until the transaction is final so that the same ones can be sent again. */
      raw: Optional(Text()),
      nonce: Optional(Integer()),
    },
    closed,
  ),
);
