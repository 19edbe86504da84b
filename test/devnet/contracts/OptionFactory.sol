// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20, IOption, OptionParams} from "./Interfaces.sol";
import {Clones, Tokens} from "./Libraries.sol";

/// What the book reads of the factory, and the request-for-quotation side as far as its events tell a
/// story that an indexer can follow: asked, offered, revealed, settled into an option, or cancelled.
/// Offers are sealed by the caller alone: signatures are kept, not checked.
contract OptionFactory {
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

    event CollateralDeposited(uint256 indexed quotationId, address indexed depositor, uint256 amount);
    event CollateralReturned(uint256 indexed quotationId, address indexed recipient, uint256 amount);
    event FeePaid(uint256 indexed quotationId, uint256 amount);
    event OfferAcceptedEarly(uint256 indexed quotationId, address indexed offeror, uint256 offerAmount);
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

    error InvalidQuotationId();
    error NoOfferMade();
    error OfferNotCompetitive();
    error OfferPeriodEnded();
    error OnlyRequesterAllowed();
    error QuotationNotActive();
    error RevealPeriodEnded();
    error RevealPeriodNotEnded();
    error RevealPeriodNotStarted();

    uint256 public constant TWAP_PERIOD = 1800;
    uint256 public constant MAX_RFQ_VALUE = 1e14;
    uint256 public constant MAX_ORACLE_STALENESS = 1 days;
    uint256 public constant baseSplitFee = 0.0001 ether;
    uint256 public constant deprecationTime = 0;
    address public immutable historicalTWAPConsumer;
    uint256 public immutable REVEAL_WINDOW;

    /// First in storage: the devnet writes it there.
    address public owner;
    uint256 public getQuotationCount;
    mapping(address => bool) public authorizedRouters;
    mapping(address => uint256) public pendingFees;
    mapping(uint256 => Quotation) private quotationsById;
    mapping(uint256 => QuotationTracking) public quotationTracking;
    mapping(uint256 => mapping(address => bytes)) public offerSignatures;

    constructor(address _historicalTWAPConsumer, uint256 _revealWindow) {
        historicalTWAPConsumer = _historicalTWAPConsumer;
        REVEAL_WINDOW = _revealWindow;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    function transferOwnership(address newOwner) external onlyOwner {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }

    function setAuthorizedRouter(address router, bool isAuthorized) external onlyOwner {
        authorizedRouters[router] = isAuthorized;
    }

    /// The smaller of 6 basis points of notional and 12.5 % of the premium, both rounded down.
    function calculateFee(uint256 numContracts, uint256 premium, uint256 price)
        public
        pure
        returns (uint256)
    {
        uint256 ofNotional = numContracts * 6 * price / 1e8 / 10_000;
        uint256 ofPremium = premium * 125 / 1000;
        return ofNotional < ofPremium ? ofNotional : ofPremium;
    }

    // Requests for quotation.

    function quotations(uint256 quotationId)
        external
        view
        returns (QuotationParameters memory, QuotationState memory)
    {
        Quotation storage q = quotationsById[quotationId];
        return (q.params, q.state);
    }

    /// A requester who sells deposits the collateral here; one who buys pays when the request settles.
    function requestForQuotation(
        QuotationParameters calldata params,
        QuotationTracking calldata tracking,
        uint256 reservePrice,
        string calldata requesterPublicKey
    ) external returns (uint256 quotationId) {
        if (msg.sender != params.requester) revert OnlyRequesterAllowed();
        quotationId = ++getQuotationCount;
        Quotation storage q = quotationsById[quotationId];
        q.params = params;
        q.params.collateralAmount =
            IOption(params.implementation).calculateRequiredCollateral(params.strikes, params.numContracts);
        q.state.isActive = true;
        q.state.currentBestPriceOrReserve = reservePrice;
        quotationTracking[quotationId] = tracking;
        emit QuotationRequested(quotationId, msg.sender, reservePrice, requesterPublicKey);
        emit QuotationTrackers(quotationId, tracking.referralId, tracking.eventCode);
        if (!params.isRequestingLongPosition) deposit(quotationId, q, msg.sender);
    }

    function makeOfferForQuotation(
        uint256 quotationId,
        bytes calldata signature,
        string calldata signingKey,
        string calldata encryptedOfferForRequester
    ) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp > q.params.offerEndTimestamp) revert OfferPeriodEnded();
        offerSignatures[quotationId][msg.sender] = signature;
        emit OfferMade(quotationId, msg.sender, signature, signingKey, encryptedOfferForRequester);
    }

    function cancelOfferForQuotation(uint256 quotationId) external {
        active(quotationId);
        bytes memory signature = offerSignatures[quotationId][msg.sender];
        if (signature.length == 0) revert NoOfferMade();
        delete offerSignatures[quotationId][msg.sender];
        emit OfferCancelled(quotationId, msg.sender, signature);
    }

    function revealOffer(uint256 quotationId, uint256 offerAmount, uint64, address offeror) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp <= q.params.offerEndTimestamp) revert RevealPeriodNotStarted();
        if (block.timestamp > q.params.offerEndTimestamp + REVEAL_WINDOW) revert RevealPeriodEnded();
        take(quotationId, q, offerAmount, offeror);
        emit OfferRevealed(quotationId, offeror, offerAmount);
    }

    function settleQuotation(uint256 quotationId) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp <= q.params.offerEndTimestamp + REVEAL_WINDOW) revert RevealPeriodNotEnded();
        if (q.state.currentWinner == address(0)) end(quotationId, q);
        else settle(quotationId, q);
    }

    function settleQuotationEarly(uint256 quotationId, uint256 offerAmount, uint64, address offeror)
        external
    {
        Quotation storage q = active(quotationId);
        if (msg.sender != q.params.requester) revert OnlyRequesterAllowed();
        take(quotationId, q, offerAmount, offeror);
        emit OfferAcceptedEarly(quotationId, offeror, offerAmount);
        settle(quotationId, q);
    }

    function cancelQuotation(uint256 quotationId) external {
        Quotation storage q = active(quotationId);
        if (msg.sender != q.params.requester) revert OnlyRequesterAllowed();
        end(quotationId, q);
    }

    function active(uint256 quotationId) private view returns (Quotation storage q) {
        if (quotationId == 0 || quotationId > getQuotationCount) revert InvalidQuotationId();
        q = quotationsById[quotationId];
        if (!q.state.isActive) revert QuotationNotActive();
    }

    /// Buyers want the lowest premium, sellers the highest; the reserve is the first to beat.
    function take(uint256 quotationId, Quotation storage q, uint256 amount, address offeror) private {
        if (offerSignatures[quotationId][offeror].length == 0) revert NoOfferMade();
        uint256 best = q.state.currentBestPriceOrReserve;
        bool isFirst = q.state.currentWinner == address(0);
        bool isBetter = q.params.isRequestingLongPosition
            ? best == 0 || amount < best || (isFirst && amount == best)
            : amount > best || (isFirst && amount == best);
        if (!isBetter) revert OfferNotCompetitive();
        q.state.currentWinner = offeror;
        q.state.currentBestPriceOrReserve = amount;
    }

    function deposit(uint256 quotationId, Quotation storage q, address depositor) private {
        Tokens.pull(q.params.collateral, depositor, address(this), q.params.collateralAmount);
        emit CollateralDeposited(quotationId, depositor, q.params.collateralAmount);
    }

    function end(uint256 quotationId, Quotation storage q) private {
        q.state.isActive = false;
        if (!q.params.isRequestingLongPosition) {
            Tokens.push(q.params.collateral, q.params.requester, q.params.collateralAmount);
            emit CollateralReturned(quotationId, q.params.requester, q.params.collateralAmount);
        }
        emit QuotationCancelled(quotationId);
    }

    function settle(uint256 quotationId, Quotation storage q) private {
        q.state.isActive = false;
        bool isLong = q.params.isRequestingLongPosition;
        address long = isLong ? q.params.requester : q.state.currentWinner;
        address short = isLong ? q.state.currentWinner : q.params.requester;
        uint256 premium = q.state.currentBestPriceOrReserve;
        uint256 fee = calculateFee(q.params.numContracts, premium, 1e8);
        q.state.feeCollected = fee;
        pendingFees[q.params.collateral] += fee;
        if (isLong) deposit(quotationId, q, short);
        Tokens.pull(q.params.collateral, long, address(this), fee);
        Tokens.pull(q.params.collateral, long, short, premium - fee);
        emit FeePaid(quotationId, fee);
        emit PremiumPaid(quotationId, short, premium - fee);
        address option = createOption(q, long, short);
        q.state.optionContract = option;
        emit QuotationSettled(quotationId, q.params.requester, q.state.currentWinner, option);
    }

    function createOption(Quotation storage q, address long, address short)
        private
        returns (address option)
    {
        option = Clones.clone(q.params.implementation);
        IErc20(q.params.collateral).approve(option, q.params.collateralAmount);
        IOption(option).initialize(
            OptionParams({
                collateralToken: q.params.collateral,
                chainlinkPriceFeed: q.params.collateralPriceFeed,
                historicalTWAPConsumer: historicalTWAPConsumer,
                buyer: long,
                seller: short,
                strikes: q.params.strikes,
                expiryTimestamp: q.params.expiryTimestamp,
                twapPeriod: TWAP_PERIOD,
                numContracts: q.params.numContracts,
                collateralAmount: q.params.collateralAmount,
                rescueAddress: owner,
                factoryAddress: address(this),
                extraOptionData: q.params.extraOptionData
            })
        );
    }
}
