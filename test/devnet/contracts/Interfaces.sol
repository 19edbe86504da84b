// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The 13 fields of a maker's order, in the order of the deployed book's ABI.
struct Order {
    address maker;
    uint256 orderExpiryTimestamp;
    address collateral;
    bool isCall;
    address priceFeed;
    address implementation;
    bool isLong;
    uint256 maxCollateralUsable;
    uint256[] strikes;
    uint256 expiry;
    uint256 price;
    uint256 numContracts;
    bytes extraOptionData;
}

struct OptionParams {
    address collateralToken;
    address chainlinkPriceFeed;
    address historicalTWAPConsumer;
    address buyer;
    address seller;
    uint256[] strikes;
    uint256 expiryTimestamp;
    uint256 twapPeriod;
    uint256 numContracts;
    uint256 collateralAmount;
    address rescueAddress;
    address factoryAddress;
    bytes extraOptionData;
}

interface IErc20 {
    function balanceOf(address account) external view returns (uint256);
    function decimals() external view returns (uint8);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IPriceFeed {
    function decimals() external view returns (uint8);
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}

interface ITwapConsumer {
    function getTWAP(address feed, uint256 from, uint256 to) external view returns (uint256);
}

interface IOptionFactory {
    function owner() external view returns (address);
    function authorizedRouters(address router) external view returns (bool);
    function historicalTWAPConsumer() external view returns (address);
    function TWAP_PERIOD() external view returns (uint256);
    function MAX_ORACLE_STALENESS() external view returns (uint256);
    function baseSplitFee() external view returns (uint256);
    function calculateFee(uint256 numContracts, uint256 premium, uint256 price) external pure returns (uint256);
}

interface IOptionBook {
    function fillOrder(Order calldata order, bytes calldata signature, address referrer)
        external
        returns (address optionAddress);
}

interface IOption {
    function initialize(OptionParams calldata params) external;
    function transfer(bool isBuyer, address target) external;
    function buyer() external view returns (address);
    function seller() external view returns (address);
    function creator() external view returns (address);
    function factory() external view returns (address);
    function optionParent() external view returns (address);
    function optionSettled() external view returns (bool);
    function collateralToken() external view returns (address);
    function collateralAmount() external view returns (uint256);
    function chainlinkPriceFeed() external view returns (address);
    function expiryTimestamp() external view returns (uint256);
    function numContracts() external view returns (uint256);
    function paramsHash() external view returns (bytes32);
    function getStrikes() external view returns (uint256[] memory);
    function packExtraOptionData() external view returns (bytes memory);
    function validateParams(uint256[] calldata strikes) external view;
    function calculateRequiredCollateral(uint256[] calldata strikes, uint256 numContracts)
        external
        view
        returns (uint256);
    function unpackOptionType()
        external
        view
        returns (bool isQuoteCollateral, bool isPhysicallySettled, uint8 optionStyle, uint8 optionStructure);
}

/// What a maker that is a contract must answer: whether a signer may quote for it.
interface IContractMaker {
    function hasRole(bytes32 role, address account) external view returns (bool);
}
