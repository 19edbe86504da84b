// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20, IOption, IOptionFactory, ITwapConsumer, OptionParams} from "./Interfaces.sol";
import {Clones, Strikes, Tokens} from "./Libraries.sol";

/// One option between one buyer and one seller, fully collateralised, settled in the collateral token.
/// A product says its intrinsic value, its collateral and which strikes it allows; the rest is here.
abstract contract BaseOption {
    using Strikes for uint256[];

    event OptionInitialized(
        address indexed buyer,
        address indexed seller,
        address indexed createdBy,
        uint256 optionType,
        address collateralToken,
        address priceFeed,
        uint256[] strikes,
        uint256 expiryTimestamp,
        uint256 numContracts,
        uint256 collateralAmount,
        bytes extraOptionData
    );
    event OptionClosed(address indexed optionAddress, address indexed closedBy, uint256 collateralReturned);
    event OptionExpired(address indexed optionAddress, uint256 settlementPrice);
    event OptionPayout(address indexed optionAddress, address indexed buyer, uint256 amountPaidOut);
    event OptionSettlementFailed();
    event OptionSplit(
        address indexed newOption, uint256 collateralAmount, uint256 feePaid, address indexed counterparty
    );
    event ExcessCollateralReturned(
        address indexed seller, address indexed collateralToken, uint256 collateralReturned
    );
    event RoleTransferred(
        address indexed optionAddress, address indexed from, address indexed to, bool isBuyer
    );
    event TransferApproval(address indexed target, address indexed from, bool isBuyer, bool isApproved);
    event ERC20Rescued(address indexed rescueAddress, address tokenAddress, uint256 amount);

    /// One, at the scale of prices (8 decimals).
    uint256 public constant PRICE_DECIMALS = 1e8;

    address public buyer;
    address public seller;
    address public creator;
    address public collateralToken;
    address public chainlinkPriceFeed;
    address public historicalTWAPConsumer;
    address public rescueAddress;
    address public factory;
    address public optionParent;
    uint256 public collateralAmount;
    uint256 public numContracts;
    uint256 public expiryTimestamp;
    uint256 public twapPeriod;
    uint256 public splitGeneration;
    bool public optionSettled;
    bytes32 public paramsHash;
    uint256[] public strikes;
    bytes internal extraOptionData;
    mapping(address => bool) public optionChildren;
    mapping(address => mapping(address => bool)) public buyerAllowance;
    mapping(address => mapping(address => bool)) public sellerAllowance;

    // What a product says of itself. `k` are its strikes, ascending.

    function optionType() public pure virtual returns (uint256);

    /// Value of one contract at `price`, in the quote currency with 8 decimals.
    function intrinsicValue(uint256 price, uint256[] memory k) internal pure virtual returns (uint256);

    /// Collateral of one contract as a fraction of one whole collateral token.
    function collateralPerContract(uint256[] memory k)
        internal
        pure
        virtual
        returns (uint256 numerator, uint256 denominator);

    function requireValidStrikes(uint256[] memory k) internal pure virtual;

    /// Nibbles 0xABCD of the type: A structure, B quote collateral, C physical, D style (1 = put).
    function unpackOptionType()
        public
        pure
        virtual
        returns (bool isQuoteCollateral, bool isPhysicallySettled, uint8 optionStyle, uint8 optionStructure)
    {
        uint256 packed = optionType();
        return (
            (packed >> 8) & 0xf == 1,
            (packed >> 4) & 0xf == 1,
            uint8(packed & 0xf),
            uint8((packed >> 12) & 0xf)
        );
    }

    // Sizing, callable on the implementation itself.

    function validateParams(uint256[] memory _strikes) public pure {
        requireValidStrikes(_strikes.ascending());
    }

    /// Rounded up: a position is never short of collateral by a fraction of a unit.
    function calculateRequiredCollateral(uint256[] memory _strikes, uint256 _numContracts)
        public
        pure
        returns (uint256)
    {
        (uint256 numerator, uint256 denominator) = collateralPerContract(_strikes.ascending());
        return (_numContracts * numerator + denominator - 1) / denominator;
    }

    /// Rounded down: the contracts which that much collateral backs.
    function calculateNumContractsForCollateral(uint256[] memory _strikes, uint256 _collateralAmount)
        public
        pure
        returns (uint256)
    {
        (uint256 numerator, uint256 denominator) = collateralPerContract(_strikes.ascending());
        return _collateralAmount * denominator / numerator;
    }

    /// Rounded down, in units of the collateral token.
    function simulatePayout(uint256 price, uint256[] memory _strikes, uint256 _numContracts)
        public
        pure
        returns (uint256)
    {
        (bool isQuoteCollateral,,,) = unpackOptionType();
        uint256 value = intrinsicValue(price, _strikes.ascending());
        if (isQuoteCollateral) return value * _numContracts / PRICE_DECIMALS;
        return value == 0 ? 0 : value * _numContracts / price;
    }

    function calculatePayout(uint256 price) public view returns (uint256) {
        uint256 amount = simulatePayout(price, strikes, numContracts);
        return amount < collateralAmount ? amount : collateralAmount;
    }

    // Life.

    /// Called by the creator, which has approved this option to take the collateral.
    function initialize(OptionParams calldata params) external {
        require(creator == address(0), "Already initialized");
        require(params.buyer != address(0) && params.seller != address(0), "Invalid parties");
        require(params.expiryTimestamp > block.timestamp, "Option already expired");
        validateParams(params.strikes);
        creator = msg.sender;
        buyer = params.buyer;
        seller = params.seller;
        collateralToken = params.collateralToken;
        chainlinkPriceFeed = params.chainlinkPriceFeed;
        historicalTWAPConsumer = params.historicalTWAPConsumer;
        strikes = params.strikes;
        expiryTimestamp = params.expiryTimestamp;
        twapPeriod = params.twapPeriod;
        numContracts = params.numContracts;
        collateralAmount = params.collateralAmount;
        rescueAddress = params.rescueAddress;
        factory = params.factoryAddress;
        extraOptionData = params.extraOptionData;
        paramsHash = keccak256(
            abi.encode(
                getImplementation(),
                params.collateralToken,
                params.chainlinkPriceFeed,
                params.strikes,
                params.expiryTimestamp,
                params.extraOptionData
            )
        );
        Tokens.pull(params.collateralToken, msg.sender, address(this), params.collateralAmount);
        emit OptionInitialized(
            params.buyer,
            params.seller,
            msg.sender,
            optionType(),
            params.collateralToken,
            params.chainlinkPriceFeed,
            params.strikes,
            params.expiryTimestamp,
            params.numContracts,
            params.collateralAmount,
            params.extraOptionData
        );
    }

    /// Settles after expiry: the buyer's value to the buyer, what is left to the seller.
    function payout() external {
        require(block.timestamp >= expiryTimestamp, "Option not expired");
        require(!optionSettled, "Option already settled");
        require(msg.sender == buyer || msg.sender == seller, "Only buyer or seller");
        uint256 price = getTWAP();
        if (price == 0) {
            emit OptionSettlementFailed();
            return;
        }
        optionSettled = true;
        emit OptionExpired(address(this), price);
        settle(price);
    }

    function settle(uint256 price) internal virtual {
        payOut(calculatePayout(price));
    }

    function payOut(uint256 toBuyer) internal {
        if (toBuyer > 0) {
            Tokens.push(collateralToken, buyer, toBuyer);
            emit OptionPayout(address(this), buyer, toBuyer);
        }
        Tokens.push(collateralToken, seller, IErc20(collateralToken).balanceOf(address(this)));
    }

    /// Ends the option before its time; whoever holds both sides may do it.
    function close() external {
        require(!optionSettled, "Option already settled");
        require(msg.sender == buyer && msg.sender == seller, "Buyer and seller same to close");
        endFor(msg.sender);
    }

    function endFor(address holder) private {
        optionSettled = true;
        uint256 amount = IErc20(collateralToken).balanceOf(address(this));
        emit OptionClosed(address(this), holder, amount);
        Tokens.push(collateralToken, holder, amount);
    }

    /// Hands a side over to `target`: by its holder, an operator that the holder approved, or the factory,
    /// where the holder has asked for offers for it.
    function transfer(bool isBuyer, address target) external {
        require(!optionSettled, "Option already settled");
        require(target != address(0), "Invalid target");
        address holder = isBuyer ? buyer : seller;
        bool isOperator = isBuyer ? buyerAllowance[holder][msg.sender] : sellerAllowance[holder][msg.sender];
        require(msg.sender == holder || isOperator || msg.sender == factory, "Not authorized to transfer");
        if (isBuyer) buyer = target;
        else seller = target;
        emit RoleTransferred(address(this), holder, target, isBuyer);
    }

    function approveTransfer(bool isBuyer, address target, bool isApproved) external {
        require(msg.sender == (isBuyer ? buyer : seller), "Not the holder");
        if (isBuyer) buyerAllowance[msg.sender][target] = isApproved;
        else sellerAllowance[msg.sender][target] = isApproved;
        emit TransferApproval(target, msg.sender, isBuyer, isApproved);
    }

    /// Moves `splitCollateralAmount` and the contracts that it backs into a new option on the same terms.
    function split(uint256 splitCollateralAmount) external payable returns (address child) {
        require(!optionSettled, "Option already settled");
        require(msg.sender == buyer || msg.sender == seller, "Only buyer or seller");
        require(splitCollateralAmount > 0 && splitCollateralAmount < collateralAmount, "Invalid split amount");
        takeFee(getSplitFee());
        uint256 moved = numContracts * splitCollateralAmount / collateralAmount;
        require(moved > 0, "Invalid split amount");
        numContracts -= moved;
        collateralAmount -= splitCollateralAmount;
        child = Clones.clone(getImplementation());
        optionChildren[child] = true;
        IErc20(collateralToken).approve(child, splitCollateralAmount);
        IOption(child).initialize(
            OptionParams({
                collateralToken: collateralToken,
                chainlinkPriceFeed: chainlinkPriceFeed,
                historicalTWAPConsumer: historicalTWAPConsumer,
                buyer: buyer,
                seller: seller,
                strikes: strikes,
                expiryTimestamp: expiryTimestamp,
                twapPeriod: twapPeriod,
                numContracts: moved,
                collateralAmount: splitCollateralAmount,
                rescueAddress: rescueAddress,
                factoryAddress: factory,
                extraOptionData: extraOptionData
            })
        );
        BaseOption(child).adopt(splitGeneration + 1);
        emit OptionSplit(child, splitCollateralAmount, msg.value, msg.sender == buyer ? seller : buyer);
    }

    /// Called once by the option that split this one off.
    function adopt(uint256 generation) external {
        require(msg.sender == creator && optionParent == address(0), "Only creator");
        optionParent = msg.sender;
        splitGeneration = generation;
    }

    /// The seller here who is the buyer of an equal option hands that one to the buyer here, and gets the
    /// collateral back. The caller has approved this option as operator on `ownedOption`.
    function reclaimCollateral(address ownedOption) external payable {
        require(!optionSettled, "Option already settled");
        require(msg.sender == seller, "Only seller can reclaim");
        IOption owned = IOption(ownedOption);
        require(owned.buyer() == msg.sender, "Not the buyer of the owned option");
        require(owned.paramsHash() == paramsHash, "Options differ");
        require(owned.numContracts() == numContracts, "Sizes differ");
        takeFee(getReclaimFee(ownedOption));
        owned.transfer(true, buyer);
        endFor(msg.sender);
    }

    /// Gives the seller what lies here above the collateral of the position; returns 0 if there is none.
    function returnExcessCollateral() external returns (uint256 excess) {
        require(!optionSettled, "Option already settled");
        excess = IErc20(collateralToken).balanceOf(address(this)) - collateralAmount;
        if (excess == 0) return 0;
        Tokens.push(collateralToken, seller, excess);
        emit ExcessCollateralReturned(seller, collateralToken, excess);
    }

    function rescueERC20(address token) external {
        require(msg.sender == rescueAddress, "Only rescue address");
        require(token != collateralToken || optionSettled, "Collateral in use");
        uint256 amount = IErc20(token).balanceOf(address(this));
        Tokens.push(token, rescueAddress, amount);
        emit ERC20Rescued(rescueAddress, token, amount);
    }

    function takeFee(uint256 fee) private {
        require(msg.value == fee, "Incorrect split fee");
        (bool isSent,) = payable(rescueAddress).call{value: fee}("");
        require(isSent, "Fee not sent");
    }

    // Views.

    function getStrikes() external view returns (uint256[] memory) {
        return strikes;
    }

    function getTWAP() public view returns (uint256) {
        return ITwapConsumer(historicalTWAPConsumer).getTWAP(
            chainlinkPriceFeed, expiryTimestamp - twapPeriod, expiryTimestamp
        );
    }

    function getImplementation() public view returns (address implementation) {
        return Clones.implementationOf(address(this));
    }

    function packExtraOptionData() external view returns (bytes memory) {
        return extraOptionData;
    }

    function getSplitFee() public view returns (uint256) {
        return IOptionFactory(factory).baseSplitFee();
    }

    function getReclaimFee(address) public view returns (uint256) {
        return IOptionFactory(factory).baseSplitFee();
    }
}
