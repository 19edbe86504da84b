// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

struct QuotationParameters {
    address requester;
    address existingOptionAddress;
    address collateral;
    address collateralPriceFeed;
    address implementation;
    uint256[] strikes;
    uint256 numContracts;
    uint256 requesterDeposit;
    uint256 collateralAmount;
    uint256 expiryTimestamp;
    uint256 offerEndTimestamp;
    bool isRequestingLongPosition;
    bool convertToLimitOrder;
    bytes extraOptionData;
}

struct QuotationTracking {
    uint256 referralId;
    uint256 eventCode;
}

struct QuotationState {
    bool isActive;
    address currentWinner;
    uint256 currentBestPriceOrReserve;
    uint256 feeCollected;
    address optionContract;
}

struct Quotation {
    QuotationParameters params;
    QuotationState state;
}

/// Events and errors of the deployed factory's ABI.
interface Rfq {
    event CollateralDeposited(uint256 indexed quotationId, address indexed depositor, uint256 amount);
    event CollateralReturned(uint256 indexed quotationId, address indexed recipient, uint256 amount);
    event EIP712DomainChanged();
    event EscrowClaimed(address indexed recipient, address indexed token, uint256 amount);
    event FeePaid(uint256 indexed quotationId, uint256 amount);
    event FeesWithdrawn(address indexed recipient, address indexed token, uint256 amount);
    event MaxRfqValueUpdated(uint256 oldValue, uint256 newValue);
    event OfferAcceptedEarly(uint256 indexed quotationId, address indexed offeror, uint256 offerAmount);
    event OfferAcceptedFromOrderBook(
        uint256 indexed quotationId, address indexed maker, uint256 premiumAmount, address optionAddress
    );
    event OfferCancelled(uint256 indexed quotationId, address indexed offeror, bytes offerSignature);
    event OfferMade(
        uint256 indexed quotationId,
        address indexed offeror,
        bytes offerSignature,
        string signingKey,
        string signedOfferForRequester
    );
    event OfferRevealed(uint256 indexed quotationId, address indexed offeror, uint256 amount);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event PremiumPaid(uint256 indexed quotationId, address indexed recipient, uint256 amount);
    event QuotationCancelled(uint256 indexed quotationId);
    event QuotationRequested(
        uint256 indexed quotationId,
        address indexed requester,
        uint256 reservePrice,
        string requesterPublicKey
    );
    event QuotationSettled(
        uint256 indexed quotationId, address indexed requester, address indexed winner, address optionAddress
    );
    event QuotationTrackers(
        uint256 indexed quotationId, uint256 indexed referralId, uint256 indexed tracking
    );
    event ReferralRegistered(uint256 indexed referralId, address indexed referrer);
    event ReferralRFQExecuted(uint256 indexed referralId, uint256 indexed quotationId, uint256 amount);
    event SettlementFailedDueToStateChange(uint256 indexed quotationId);
    event TransferEscrowed(
        uint256 indexed quotationId, address indexed recipient, address indexed token, uint256 amount
    );

    error BalanceIncorrect();
    error InsufficientReferralBalance();
    error InvalidOptionOwnership();
    error InvalidPriceFeedDecimals();
    error InvalidQuotationId();
    error InvalidReferralId();
    error InvalidSignature();
    error NativeTokenNotAllowedForSwap();
    error NoOfferMade();
    error OfferNotCompetitive();
    error OfferPeriodEnded();
    error OnlyRequesterAllowed();
    error OptionExpired();
    error OptionOwnedBySameParty();
    error PriceFeedStale();
    error PriceMustBePositive();
    error QuotationNotActive();
    error RFQExpiryAfterOptionExpiry();
    error ReferralMustBeLong();
    error ReferralParamMismatch();
    error RevealPeriodEnded();
    error RevealPeriodNotEnded();
    error RevealPeriodNotStarted();
    error SelfReferralNotAllowed();
    error SettleWithWinnerViaSwapNotAllowed();
    error SwapAndEarlySettleNotAllowedForShortOptions();
    error SwapAndEarlySettleNotRequired();
    error SwapAndRFQNotAllowedForExistingOptions();
    error SwapFailed();
    error TokenMismatch();
    error UnauthorizedRouter();
    error UnknownSelector();
    error WrapperTransferFailed();
}
