// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IContractMaker, IErc20, IOption, IOptionFactory, IPriceFeed, OptionParams, Order} from "./Interfaces.sol";
import {Clones, Ecdsa, Tokens} from "./Libraries.sol";

/// Fills makers' signed orders. Written for the devnet from the public interface of the deployed book:
/// same functions, events, EIP-712 domain, nonces, fees, order of steps and revert texts.
contract OptionBook {
    event EIP712DomainChanged();
    event FeesClaimed(address indexed recipient, address indexed token, uint256 amount);
    event MakerCutoffUpdated(address indexed maker, uint256 oldCutoff, uint256 newCutoff);
    event OrderCancelled(uint256 indexed nonce, address indexed maker);
    event OrderFilled(
        uint256 indexed nonce,
        address indexed buyer,
        address indexed seller,
        address optionAddress,
        uint256 premiumAmount,
        uint256 feeCollected,
        address referrer,
        uint256 referralFeePaid,
        bool sellerWasMaker
    );
    event ReferralFeePaid(
        address indexed referrer, address indexed collateral, uint256 fee, address optionAddress
    );
    event ReferrerFeeSplitUpdated(address indexed referrer, uint256 feeBps);

    error InvalidPriceFeedDecimals();
    error PriceFeedStale();
    error PriceMustBePositive();

    struct ValidContractsResult {
        uint256 validContracts;
        uint256 collateralRequired;
    }

    struct Fill {
        uint256 nonce;
        uint256 premium;
        uint256 collateral;
        uint256 fee;
        uint256 referralFee;
        address buyer;
        address seller;
        address option;
    }

    bytes32 public constant LIMIT_ORDER_TYPEHASH = keccak256(
        "Order(address maker,uint256 orderExpiryTimestamp,address collateral,bool isCall,address priceFeed,address implementation,bool isLong,uint256 maxCollateralUsable,uint256[] strikes,uint256 expiry,uint256 price,bytes extraOptionData)"
    );
    bytes32 private constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");
    string private constant NAME = "OptionBook";
    string private constant VERSION = "1.0";
    /// One, at the scale of prices (8 decimals).
    uint256 public constant PRICE_DECIMALS = 1e8;
    uint256 public constant minNumContracts = 1;
    uint256 public constant minPremiumAmount = 1;
    uint256 private constant CANCELLED = type(uint256).max;

    address public immutable factory;
    /// Budget used, by nonce; all ones when cancelled.
    mapping(uint256 => uint256) public amountFilled;
    mapping(address => uint256) public makerCancellationCutoff;
    mapping(address => uint256) public referrerFeeSplitBps;
    /// Unclaimed fees: token, then referrer.
    mapping(address => mapping(address => uint256)) public fees;
    mapping(address => uint256) private owedToReferrers;

    constructor(address _factory) {
        factory = _factory;
    }

    modifier onlyFactoryOwner(string memory text) {
        require(msg.sender == IOptionFactory(factory).owner(), text);
        _;
    }

    // Fills.

    function fillOrder(Order calldata order, bytes calldata signature, address referrer)
        external
        returns (address optionAddress)
    {
        return fill(order, signature, referrer);
    }

    /// Swaps tokens of the taker into the collateral token through a router of the factory's list, then
    /// fills. The taker has approved this book for both tokens.
    function swapAndFillOrder(
        Order calldata order,
        bytes calldata signature,
        address swapRouter,
        address swapSrcToken,
        uint256 swapSrcAmount,
        bytes calldata swapData,
        address referrer
    ) external returns (address optionAddress) {
        require(IOptionFactory(factory).authorizedRouters(swapRouter), "Router not authorized");
        Tokens.pull(swapSrcToken, msg.sender, address(this), swapSrcAmount);
        uint256 held = IErc20(order.collateral).balanceOf(address(this));
        IErc20(swapSrcToken).approve(swapRouter, swapSrcAmount);
        (bool isSwapped,) = swapRouter.call(swapData);
        require(isSwapped, "Swap failed");
        IErc20(swapSrcToken).approve(swapRouter, 0);
        uint256 received = IErc20(order.collateral).balanceOf(address(this)) - held;
        Tokens.push(order.collateral, msg.sender, received);
        return fill(order, signature, referrer);
    }

    function fill(Order calldata order, bytes calldata signature, address referrer)
        private
        returns (address)
    {
        Fill memory f;
        f.nonce = computeNonce(order);
        requireLive(order, f.nonce);
        requireSigned(order, signature);
        f.premium = order.price * order.numContracts / PRICE_DECIMALS;
        f.collateral =
            IOption(order.implementation).calculateRequiredCollateral(order.strikes, order.numContracts);
        require(order.numContracts >= minNumContracts, "Below min contracts");
        require(f.premium >= minPremiumAmount, "Below min premium");
        uint256 used = amountFilled[f.nonce] + (order.isLong ? f.premium : f.collateral);
        require(used <= order.maxCollateralUsable, "Exceeds max collateral");
        amountFilled[f.nonce] = used;
        f.fee = feeOf(order, f.premium);
        (f.buyer, f.seller) = order.isLong ? (order.maker, msg.sender) : (msg.sender, order.maker);
        createOption(order, f);
        f.referralFee = creditReferrer(order.collateral, referrer, f);
        emit OrderFilled(
            f.nonce,
            f.buyer,
            f.seller,
            f.option,
            f.premium,
            f.fee,
            referrer,
            f.referralFee,
            f.seller == order.maker
        );
        return f.option;
    }

    function requireLive(Order calldata order, uint256 nonce) private view {
        require(block.timestamp <= order.orderExpiryTimestamp, "Order expired");
        require(amountFilled[nonce] != CANCELLED, "Order cancelled");
        require(order.orderExpiryTimestamp >= makerCancellationCutoff[order.maker], "Order cancelled");
    }

    function requireSigned(Order calldata order, bytes calldata signature) private view {
        address signer = Ecdsa.recover(hashOrder(order), signature);
        if (signer == order.maker) return;
        require(order.maker.code.length > 0, "Signer not authorized");
        require(
            IContractMaker(order.maker).hasRole(OPERATOR_ROLE, signer), "Contract owner not authorized"
        );
    }

    function feeOf(Order calldata order, uint256 premium) private view returns (uint256) {
        (bool isQuoteCollateral,,,) = IOption(order.implementation).unpackOptionType();
        uint256 price = isQuoteCollateral ? readPrice(order.priceFeed) : PRICE_DECIMALS;
        return IOptionFactory(factory).calculateFee(order.numContracts, premium, price);
    }

    function readPrice(address feed) private view returns (uint256) {
        if (IPriceFeed(feed).decimals() != 8) revert InvalidPriceFeedDecimals();
        (, int256 answer,, uint256 updatedAt,) = IPriceFeed(feed).latestRoundData();
        if (answer <= 0) revert PriceMustBePositive();
        if (updatedAt + IOptionFactory(factory).MAX_ORACLE_STALENESS() < block.timestamp) {
            revert PriceFeedStale();
        }
        return uint256(answer);
    }

    /// The seller has the premium before the collateral is taken, so it may be part of it.
    function createOption(Order calldata order, Fill memory f) private {
        f.option = Clones.clone(order.implementation);
        Tokens.pull(order.collateral, f.buyer, f.seller, f.premium - f.fee);
        Tokens.pull(order.collateral, f.buyer, address(this), f.fee);
        Tokens.pull(order.collateral, f.seller, address(this), f.collateral);
        IErc20(order.collateral).approve(f.option, f.collateral);
        IOptionFactory source = IOptionFactory(factory);
        IOption(f.option).initialize(
            OptionParams({
                collateralToken: order.collateral,
                chainlinkPriceFeed: order.priceFeed,
                historicalTWAPConsumer: source.historicalTWAPConsumer(),
                buyer: f.buyer,
                seller: f.seller,
                strikes: order.strikes,
                expiryTimestamp: order.expiry,
                twapPeriod: source.TWAP_PERIOD(),
                numContracts: order.numContracts,
                collateralAmount: f.collateral,
                rescueAddress: source.owner(),
                factoryAddress: factory,
                extraOptionData: order.extraOptionData
            })
        );
    }

    function creditReferrer(address token, address referrer, Fill memory f) private returns (uint256 share) {
        share = f.fee * referrerFeeSplitBps[referrer] / 10_000;
        if (share == 0) return 0;
        fees[token][referrer] += share;
        owedToReferrers[token] += share;
        emit ReferralFeePaid(referrer, token, share, f.option);
    }

    // Cancels: makers only.

    function cancelOrder(Order calldata order) public {
        require(msg.sender == order.maker, "Only maker can cancel");
        uint256 nonce = computeNonce(order);
        amountFilled[nonce] = CANCELLED;
        emit OrderCancelled(nonce, msg.sender);
    }

    function cancelOrders(Order[] calldata orders) external {
        for (uint256 i = 0; i < orders.length; i++) cancelOrder(orders[i]);
    }

    /// Ends all orders of the caller that expire before `cutoffTimestamp`.
    function cancelOrdersExpiringBefore(uint256 cutoffTimestamp) external {
        uint256 old = makerCancellationCutoff[msg.sender];
        require(cutoffTimestamp > old, "Cutoff must increase");
        makerCancellationCutoff[msg.sender] = cutoffTimestamp;
        emit MakerCutoffUpdated(msg.sender, old, cutoffTimestamp);
    }

    // Fees.

    function claimFees(address token) external {
        uint256 amount = fees[token][msg.sender];
        require(amount > 0, "No fees to claim");
        fees[token][msg.sender] = 0;
        owedToReferrers[token] -= amount;
        Tokens.push(token, msg.sender, amount);
        emit FeesClaimed(msg.sender, token, amount);
    }

    function sweepProtocolFees(address token) external onlyFactoryOwner("Only factory owner can sweep fees") {
        uint256 amount = IErc20(token).balanceOf(address(this)) - owedToReferrers[token];
        Tokens.push(token, msg.sender, amount);
        emit FeesClaimed(msg.sender, token, amount);
    }

    /// A split of zero takes a referrer off the list.
    function setReferrerFeeSplit(address referrer, uint256 feeBps)
        external
        onlyFactoryOwner("Only factory owner can set fee split")
    {
        require(feeBps <= 10_000, "Invalid fee split");
        referrerFeeSplitBps[referrer] = feeBps;
        emit ReferrerFeeSplitUpdated(referrer, feeBps);
    }

    // Views.

    /// Shared by all orders that differ in strikes, expiry and price alone: they have one budget.
    function computeNonce(Order calldata order) public pure returns (uint256) {
        return uint256(
            keccak256(
                abi.encode(
                    order.maker,
                    order.orderExpiryTimestamp,
                    order.collateral,
                    order.isCall,
                    order.priceFeed,
                    order.implementation,
                    order.isLong,
                    order.maxCollateralUsable,
                    order.extraOptionData
                )
            )
        );
    }

    /// EIP-712 digest; `numContracts` is no part of it.
    function hashOrder(Order calldata order) public view returns (bytes32) {
        bytes32 structHash = keccak256(
            bytes.concat(
                abi.encode(
                    LIMIT_ORDER_TYPEHASH,
                    order.maker,
                    order.orderExpiryTimestamp,
                    order.collateral,
                    order.isCall,
                    order.priceFeed,
                    order.implementation
                ),
                abi.encode(
                    order.isLong,
                    order.maxCollateralUsable,
                    keccak256(abi.encodePacked(order.strikes)),
                    order.expiry,
                    order.price,
                    keccak256(order.extraOptionData)
                )
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domainSeparator(), structHash));
    }

    function domainSeparator() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256(bytes(NAME)),
                keccak256(bytes(VERSION)),
                block.chainid,
                address(this)
            )
        );
    }

    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        return (hex"0f", NAME, VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    function getValidNumContracts(address implementation, uint256[] calldata strikes, uint256 desiredContracts)
        external
        view
        returns (ValidContractsResult memory result)
    {
        if (desiredContracts < minNumContracts) return result;
        result.validContracts = desiredContracts;
        result.collateralRequired =
            IOption(implementation).calculateRequiredCollateral(strikes, desiredContracts);
    }
}
